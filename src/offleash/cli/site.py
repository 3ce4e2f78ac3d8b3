"""The web application of `serve`: tables and studio. Only workers import it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from offleash.tables.log.store import Store
    from offleash.web.supervisor import Settings


def make_worker_app(settings: "Settings") -> "Starlette":
    """Make the application of a supervised worker."""
    from offleash.tables.log.addresses import store_at

    return make_site_app(store_at(settings.database), settings)


def make_site_app(store: "Store", settings: "Settings") -> "Starlette":
    """Make the application: tables from a store, and the studio with its projects."""
    from offleash.studio import site as studio
    from offleash.tables import site as tables
    from offleash.web import explore, findings, owner
    from offleash.web.frame import make_app
    from offleash.web.metrics import Metrics

    part = tables.tables_over(
        store,
        settings.pace,
        settings.warmth,
        settings.projects,
        settings.has_lobby,
        settings.network_url,
    )
    app = make_app(
        [*part.routes, *owner.routes(), *findings.routes(), *explore.routes(), *studio.routes()],
        [*part.on_start, *studio.ON_START],
        [*part.on_stop, *studio.ON_STOP],
        settings.public_url,
        packages=("web", "tables", "studio"),
        names=settings.names,
        quotas=settings.quotas,
        metrics=Metrics(settings.metrics, settings.worker),
    )
    owner.set_owner_key(app, settings.owner)
    app.state.runs = settings.runs
    return app
