import fc, { type Arbitrary } from 'fast-check'
import { runner } from '../../arrange/runners.ts'
import { answers, equals, has } from '../../kit/expect.ts'
import type { Stage } from '../../run/stage.ts'
import { pick } from '../model.ts'
import { type RunnerModel, type RunnerRecord, shownRunner } from '../runner-model.ts'
import { command, type ModelCommand } from './command.ts'

type RunnerCommand = ModelCommand<RunnerModel>
type Place = 'first' | 'second'

/** Does something to the n-th runner. */
function onRunner(
  told: string,
  n: number,
  run: (model: RunnerModel, stage: Stage, known: RunnerRecord) => Promise<void>,
): RunnerCommand {
  return command<RunnerModel>(
    `${told} runner ${n}`,
    async (model, stage) => {
      const known = pick(model.runners, n)
      if (known !== undefined) await run(model, stage, known)
    },
    ({ runners }) => runners.size > 0,
  )
}

const register = (tags: readonly string[], paused: boolean) =>
  command<RunnerModel>(`register a runner with ${JSON.stringify({ tags, paused })}`, async (model, stage) => {
    const made = await runner(stage, { tag_list: tags.join(','), paused })
    const projects = [stage.project.id]
    model.runners.set(made.id, { ...made, paused, tags, contactedAt: undefined, projects })
  })

const verify = (n: number) =>
  onRunner('hear of', n, async (model, { call }, known) => {
    answers(await call('POST /runners/verify', { token: known.token }, { as: 'anonymous' }), 200)
    model.runners.set(known.id, { ...known, contactedAt: model.time })
  })

const change = (n: number, values: { readonly paused?: boolean; readonly tags?: readonly string[] }) =>
  onRunner(`give ${JSON.stringify(values)} to`, n, async (model, { call }, known) => {
    const { paused, tags } = values
    const reply = await call('PUT /runners/:id', { id: known.id, paused, tag_list: tags?.join(',') })
    answers(reply, 200)
    const record = { ...known, paused: paused ?? known.paused, tags: tags ?? known.tags }
    equals('the tags', reply.row().tag_list, record.tags, reply)
    has(reply.row(), shownRunner(record, model.time), reply)
    model.runners.set(known.id, record)
  })

const enable = (n: number, place: Place) =>
  onRunner(`enable in the ${place} project`, n, async (model, stage, known) => {
    const id = place === 'first' ? stage.project.id : model.second
    const reply = await stage.call('POST /projects/:id/runners', { id, runner_id: known.id })
    if (known.projects.includes(id)) return answers(reply, 400)
    answers(reply, 201)
    model.runners.set(known.id, { ...known, projects: [...known.projects, id] })
  })

const disable = (n: number, place: Place) =>
  onRunner(`disable in the ${place} project`, n, async (model, stage, known) => {
    const id = place === 'first' ? stage.project.id : model.second
    const reply = await stage.call('DELETE /projects/:id/runners/:runner_id', { id, runner_id: known.id })
    if (!known.projects.includes(id)) return answers(reply, 404)
    if (known.projects.length === 1) return answers(reply, 403)
    answers(reply, 204)
    model.runners.set(known.id, { ...known, projects: known.projects.filter((other) => other !== id) })
  })

const remove = (n: number, by: 'id' | 'token') =>
  onRunner(`delete by ${by}`, n, async (model, { call }, { id, token, projects }) => {
    if (by === 'token') answers(await call('DELETE /runners', { token }, { as: 'anonymous' }), 204)
    else {
      const reply = await call('DELETE /runners/:id', { id })
      if (projects.length > 1) return answers(reply, 403)
      answers(reply, 204)
    }
    model.runners.delete(id)
    answers(await call('GET /runners/:id', { id }), 404)
  })

const wait = (hours: number) =>
  command<RunnerModel>(`wait ${hours} h`, async (model, stage) => {
    if (!stage.movesClock) return
    await stage.wait(hours * 3600)
    model.time += hours * 3600
  })

/** Reads the runners of both projects and compares them with the model. */
export const listRunners = (): RunnerCommand =>
  command<RunnerModel>('list runners', async (model, { call, project }) => {
    for (const id of [project.id, model.second]) {
      const reply = await call('GET /projects/:id/runners', { id, type: 'project_type', per_page: 100 })
      const expected = [...model.runners.values()]
        .filter(({ projects }) => projects.includes(id))
        .map((record) => shownRunner(record, model.time))
      equals('the number of runners', reply.rows().length, expected.length, reply)
      reply.rows().forEach((row, i) => {
        has(row, expected[i] ?? {}, reply)
      })
    }
  })

const nth = fc.nat({ max: 5 })
const places = fc.constantFrom<Place>('first', 'second')
const tags = fc.subarray(['linux', 'docker', 'large'])

export const runnerCommands: readonly Arbitrary<RunnerCommand>[] = [
  fc.tuple(tags, fc.boolean()).map(([given, paused]) => register(given, paused)),
  nth.map(verify),
  fc.tuple(nth, fc.boolean()).map(([n, paused]) => change(n, { paused })),
  fc.tuple(nth, tags).map(([n, given]) => change(n, { tags: given })),
  fc.tuple(nth, places).map(([n, place]) => enable(n, place)),
  fc.tuple(nth, places).map(([n, place]) => disable(n, place)),
  fc.tuple(nth, fc.constantFrom('id' as const, 'token' as const)).map(([n, by]) => remove(n, by)),
  fc.constantFrom(1, 3).map(wait),
  fc.constant(null).map(listRunners),
]
