"""The charts of reports as Vega-Lite, a module for each kind of chart."""
