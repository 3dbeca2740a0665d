import { type Entity, serializeRow } from '../../sim/entities/entity.ts'
import { issueDetailEntity, listedIssueEntity } from '../../sim/entities/issue-detail.ts'
import { mergeRequestDetailEntity, mergeRequestEntity } from '../../sim/entities/merge-request.ts'
import { listedProjectEntity, projectEntity } from '../../sim/entities/project.ts'
import type { Simulator } from '../../sim/index.ts'
import { callerFor } from '../../sim/policy/caller.ts'
import { viewOf } from '../../sim/protocol/view.ts'
import { fill } from './arranged.ts'
import { type Figure, median, micros, microseconds, quartiles } from './figures.ts'
import { crowdOfProjects } from './rows.ts'

const PAGE = 20
const ROWS = 1000
const ROUNDS = 9
/** What the text of a row may take, in times `JSON.stringify` of the same finished object. */
const MOST = 1.8

/**
 * The text of one row of a thousand, written for a developer with nothing remembered, beside `JSON.stringify` of the object
 * that it spells. Both take turns in one process, a page each, so that the ratio holds whatever the machine does.
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
  const shown = { dialect: simulator.dialect, values: {}, found: {}, memory: undefined }
  const view = () =>
    viewOf({ ...shown, situation: { world, caller: callerFor(user), now: Date.UTC(2025, 1) } })
  const figure = (what: string, shape: object, rows: readonly object[] = [], together = 1): Figure => {
    const pages = Array.from({ length: rows.length / PAGE }, (_, i) => rows.slice(i * PAGE, (i + 1) * PAGE))
    const write = (page: readonly object[]): string[] => {
      let seen = view()
      return page.map((row, i) => {
        if (i % together === 0 && i > 0) seen = view()
        return serializeRow(shape as Entity<object>, row, seen)
      })
    }
    const objects = pages.map((page) => write(page).map((text) => JSON.parse(text) as unknown))
    let [asked, told] = [0, 0]
    const written = () => void write(pages[asked++ % pages.length] ?? [])
    const stringified = () => {
      for (const object of objects[told++ % objects.length] ?? []) JSON.stringify(object)
    }
    const quick = { rounds: 1, milliseconds: 40 }
    const rounds = Array.from({ length: ROUNDS }, () => {
      const ours = microseconds(written, quick) / PAGE
      return { ours, ratio: ours / (microseconds(stringified, quick) / PAGE) }
    })
    const ratio = median(rounds.map(({ ratio }) => ratio))
    const [low, high] = quartiles(rounds.map(({ ratio }) => ratio))
    return {
      what: `text of a ${what}, nothing remembered, in times JSON.stringify`,
      figure: `${two(ratio)} (${two(low)} to ${two(high)}), ${micros(median(rounds.map(({ ours }) => ours)))}`,
      expected: { text: `at most ${MOST}`, holds: ratio <= MOST },
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

function two(value: number): string {
  return value.toFixed(2)
}
