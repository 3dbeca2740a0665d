import type { ContractOperation } from '../../sim/contract.ts'
import { law } from '../check.ts'
import { answers, holds } from '../expect.ts'
import { missingExplicitly, noRoute, nounMissing, type Refusal, recordMissing } from '../oracle/texts.ts'
import { placeable, sampleParams } from './sample.ts'

/** The 404 for each thing that a path may name (dossier 1, 2.1). */
const missing: { readonly [subject: string]: Refusal | undefined } = {
  project: nounMissing('Project'),
  group: nounMissing('Group'),
  user: nounMissing('User'),
  milestone: recordMissing,
  merge_request: recordMissing,
  issue: recordMissing,
  protected_tag: recordMissing,
  runner: recordMissing,
  enabled_runner: nounMissing('Runner'),
  vulnerability_export: recordMissing,
  package: recordMissing,
  package_file: missingExplicitly,
}

export const unknownRecords = law<string>({
  name: 'unknown-records',
  says: 'each id in the path that names nothing answers 404 and says what is missing',
  source: 'dossier 1, 2.1',
  level: 'must',
  needs: { furnished: true },
  readOnly: true,
  appliesTo: (operation) => placeable(operation) && subjectsOf(operation).length > 0,
  each: subjectsOf,
  holds: async (stage, operation, name) => {
    const subject = operation.subjects.find((candidate) => candidate.name === name)
    const refusal = missing[name]
    if (subject === undefined || refusal === undefined) return
    const reply = await stage.call(operation.id, {
      ...sampleParams(stage, operation),
      [subject.param]: 987_654_321,
    })
    answers(reply, refusal.status, refusal.body)
  },
})

function subjectsOf({ subjects }: ContractOperation): readonly string[] {
  return subjects.map((subject) => subject.name).filter((name) => missing[name] !== undefined)
}

export const wrongVerb = law({
  name: 'wrong-verb',
  says: 'a verb that a known path does not have answers 405 with `Allow` (real service: 404)',
  source: 'specification 1, Errors; dossier 1, 4.2',
  level: 'must',
  needs: { furnished: true },
  readOnly: true,
  appliesTo: (operation, { operations }) =>
    placeable(operation) &&
    !operations.some((other) => other.path === operation.path && other.method === 'PATCH'),
  holds: async (stage, operation) => {
    const params = sampleParams(stage, operation)
    const reply = await stage.call(`PATCH ${operation.path}`, params)
    await stage.differs('F2', {
      specification: () => {
        answers(reply, 405)
        const allowed = (reply.headers.allow ?? '').split(/,\s*/)
        holds(
          allowed.includes(operation.method),
          `Allow names ${operation.method}`,
          reply.headers.allow ?? null,
          reply,
        )
      },
      real: () => answers(reply, noRoute.status, noRoute.body),
    })
  },
})
