import { families } from '../api/index.ts'
import type { Dialect } from '../lib/dialect.ts'
import { bindLater, isThere } from '../protocol/bind.ts'
import type { Operation } from '../protocol/operation.ts'
import { Router } from '../protocol/route.ts'

// Routers hold definitions and nothing of a world: all simulators of the process share them.
const routers = new Map<Dialect, Router>()

/** The router of all operations, made when a simulator first speaks the dialect. */
export function routerOf(dialect: Dialect): Router {
  let router = routers.get(dialect)
  if (router === undefined) {
    const all = Object.values(families).flatMap((family) => Object.values<Operation>(family))
    const operations = all.filter((operation) => isThere(operation, dialect))
    router = new Router(operations.map((operation) => bindLater(operation, dialect)))
    routers.set(dialect, router)
  }
  return router
}
