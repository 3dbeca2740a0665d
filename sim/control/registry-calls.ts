import { isoTime } from '../time/calendar.ts'
import { type Call, CallRefused, type CallRequest, fieldsOf, inRange, textField } from './call.ts'
import type { Controlled } from './controlled.ts'
import { json, nothing } from './replies.ts'
import { resetChoice } from './world-calls.ts'
import { MAIN_WORLD } from './worlds.ts'

/** The worlds of this process: each is isolated from the others and served below `/w/NAME`. */
export const registryCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/worlds',
    serve: ({ worlds }) => json(worlds.entries().map(([name, world]) => shown(name, world))),
  },
  {
    method: 'POST',
    path: '/worlds',
    *serve({ worlds }, asked) {
      const fields = fieldsOf(yield* asked.longBody(), ['name', 'seed', 'world', 'from'])
      const name = textField(fields, 'name') ?? asked.header('x-forgery-world')
      if (name === undefined)
        throw new CallRefused(400, 'the body must name the world, for example {"name":"one"}')
      const from = textField(fields, 'from')
      const beginning = { ...resetChoice(fields), ...(from === undefined ? {} : { from }) }
      if (worlds.get(name) !== undefined) throw new CallRefused(409, `there is a world '${name}' already`)
      return json(shown(name, yield* inRange(worlds.createSteps(name, beginning))), 201)
    },
  },
  { method: 'GET', path: '/worlds/:name', serve: (controlled, asked) => json(one(controlled, asked)) },
  {
    method: 'DELETE',
    path: '/worlds/:name',
    serve({ worlds }, { path }) {
      const name = path.name as string
      if (name === MAIN_WORLD)
        throw new CallRefused(400, `the world '${MAIN_WORLD}' stays: POST /_forgery/reset begins it again`)
      if (!worlds.delete(name)) throw missing(name)
      return nothing
    },
  },
]

function one({ worlds }: Controlled, { path }: CallRequest) {
  const world = worlds.get(path.name as string)
  if (world === undefined) throw missing(path.name as string)
  return shown(path.name as string, world)
}

function shown(name: string, world: Controlled) {
  const { url, seed, worldName } = world
  return { name, url, api: `${url}/api/v4`, seed, world: worldName, now: isoTime(world.now()) }
}

function missing(name: string): CallRefused {
  return new CallRefused(404, `there is no world '${name}': GET /_forgery/worlds lists them`)
}
