import { families } from '../api/index.ts'
import type { Dialect } from '../lib/dialect.ts'
import { bindLater } from '../protocol/bind.ts'
import { Router } from '../protocol/route.ts'

// Routers hold definitions and nothing of a world: all simulators of the process share them.
const routers = new Map<Dialect, Router>()

/** The router of all operations, made when a simulator first speaks the dialect. */
export function routerOf(dialect: Dialect): Router {
  let router = routers.get(dialect)
  if (router === undefined) {
    const operations = Object.values(families).flatMap((family) => Object.values(family))
    router = new Router(operations.map((operation) => bindLater(operation, dialect)))
    routers.set(dialect, router)
  }
  return router
}
