import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Entity, serializeRow } from '../../sim/entities/entity.ts'
import { issueDetailEntity, listedIssueEntity } from '../../sim/entities/issue-detail.ts'
import { mergeRequestDetailEntity, mergeRequestEntity } from '../../sim/entities/merge-request.ts'
import { listedProjectEntity, projectEntity } from '../../sim/entities/project.ts'
import type { Simulator } from '../../sim/index.ts'
import { callerFor } from '../../sim/policy/caller.ts'
import { viewOf } from '../../sim/protocol/view.ts'
import { Memory } from '../../sim/store/memory.ts'
import { fill } from './arranged.ts'
import { type Figure, median, micros, quartiles } from './figures.ts'
import { crowdOfProjects } from './rows.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (which: { readonly type: 'minor' }) => void

const PAGE = 20
const ROWS = 1000
const WARM = 15
const ROUNDS = 25
/** What the text of a row may take, in times `JSON.stringify` of the same finished object. */
const MOST = 1.8

/**
 * The text of a row that was never shown before, beside `JSON.stringify` of the object that it spells. What is remembered of
 * people, labels and milestones serves it, as in a server. Both take turns in one process, a thousand rows each, so that the
 * ratio holds whatever the machine does.
 */
export function texts(simulator: Simulator): Figure[] {
  const { world } = simulator
  crowdOfProjects(world, ROWS)
  fill(simulator, ROWS)
  const [requests, issues, projects] = [world.mergeRequests, world.issues, world.projects].map((table) =>
    [...table.all().descending()].slice(0, ROWS),
  )
  const user = world.users.require(2)
  // What was decided about a caller is kept for as long as nobody writes.
  world.users.update(user.id, { note: 'Bench' })
  // As a request makes it: an object that is spread for each row would be a tenth of what is measured.
  const { dialect } = simulator
  const [values, found, memory] = [{}, {}, new Memory()]
  const situation = { world, caller: callerFor(user), now: Date.UTC(2025, 1) }
  const view = () => viewOf({ situation, dialect, values, found, memory })
  const figure = (what: string, shape: object, rows: readonly object[] = [], together = 1): Figure => {
    const write = (rows: readonly object[]): string[] => {
      let seen = view()
      return rows.map((row, i) => {
        if (i % together === 0) seen = view()
        return serializeRow(shape as Entity<object>, row, seen)
      })
    }
    const objects = write(rows).map((text) => JSON.parse(text) as unknown)
    const rounds = Array.from({ length: WARM + ROUNDS }, () => {
      // Texts are remembered by their rows, so that nothing is known of a copy.
      const copies = rows.map((row) => ({ ...row }))
      const ours = taken(() => write(copies)) / rows.length
      return { ours, ratio: ours / (taken(() => objects.map((one) => JSON.stringify(one))) / rows.length) }
    }).slice(WARM)
    const ratios = rounds.map(({ ratio }) => ratio)
    const [low, high] = quartiles(ratios).map(two)
    return {
      what: `text of a ${what}, in times JSON.stringify`,
      figure: `${two(median(ratios))} (${low} to ${high}), ${micros(median(rounds.map(({ ours }) => ours)))}`,
      expected: { text: `at most ${MOST}`, holds: median(ratios) <= MOST },
    }
  }
  return [
    figure('listed merge request', mergeRequestEntity, requests, PAGE),
    figure('single merge request', mergeRequestDetailEntity, requests),
    figure('listed issue', listedIssueEntity, issues, PAGE),
    figure('single issue', issueDetailEntity, issues),
    figure('listed project', listedProjectEntity, projects, PAGE),
    figure('single project', projectEntity, projects),
  ]
}

/** Microseconds of processor time. Each pays for its own garbage, which would else be collected while the other is measured. */
function taken(work: () => unknown): number {
  collect({ type: 'minor' })
  const start = process.cpuUsage()
  work()
  collect({ type: 'minor' })
  const { user, system } = process.cpuUsage(start)
  return user + system
}

function two(value: number): string {
  return value.toFixed(2)
}
