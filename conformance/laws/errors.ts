import type { ContractOperation } from '../../sim/contract.ts'
import { law } from '../kit/check.ts'
import { answers, holds } from '../kit/expect.ts'
import {
  missingExplicitly,
  noRoute,
  nounMissing,
  projectMissingTo,
  type Refusal,
  recordMissing,
} from '../oracle/texts.ts'
import { nothingOfKind, placeable, sampleParams, travelling } from './sample.ts'

/** The 404 for each thing that a path may name (conventions#not-found). */
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

/** Operations that look for the issue themselves, and name it where there is none (issues#unknown-named). */
const namingIssues: readonly string[] = [
  'DELETE /projects/:id/issues/:issue_iid',
  'PUT /projects/:id/issues/:issue_iid/reorder',
  'POST /projects/:id/issues/:issue_iid/move',
  'POST /projects/:id/issues/:issue_iid/clone',
]

function missingTo(operation: string, name: string): Refusal | undefined {
  if (name === 'project') return projectMissingTo(operation)
  return name === 'issue' && namingIssues.includes(operation) ? nounMissing('Issue') : missing[name]
}

/** Nobody has a right to an epic that is not there: 403 (epics#rights-of-epic). */
const EPIC = '/groups/:id/epics/:epic_iid'
const ofEpics = [
  ...['GET', 'PUT', 'DELETE'].map((verb) => `${verb} ${EPIC}`),
  ...['GET', 'POST'].map((verb) => `${verb} ${EPIC}/epics`),
  ...['POST', 'PUT', 'DELETE'].map((verb) => `${verb} ${EPIC}/epics/:child_epic_id`),
  `GET ${EPIC}/issues`,
  `POST ${EPIC}/issues/:epic_issue_id`,
  `GET ${EPIC}/related_epics`,
]

export const unknownRecords = law<string>({
  name: 'unknown-records',
  says: 'each id in the path that names nothing answers 404 with the text of what is missing',
  source: 'conventions#not-found',
  level: 'must',
  needs: { furnished: true },
  readOnly: true,
  appliesTo: (operation) => placeable(operation) && subjectsOf(operation).length > 0,
  each: subjectsOf,
  holds: async (stage, operation, name) => {
    const subject = operation.subjects.find((candidate) => candidate.name === name)
    const refusal = missingTo(operation.id, name)
    if (subject === undefined || refusal === undefined) return
    const reply = await stage.call(operation.id, {
      ...sampleParams(stage, operation),
      [subject.param]: 987_654_321,
    })
    answers(reply, refusal.status, refusal.body)
  },
})

/** Names in paths that need not be there: the call makes it, asks whether it is there, or does not look at it. */
const free: { readonly [operation: string]: readonly string[] | undefined } = {
  ...Object.fromEntries(
    ['projects/:id', 'groups/:id', 'users/:user_id'].map((of) => [
      `PUT /${of}/custom_attributes/:key`,
      ['key'],
    ]),
  ),
  // Other people's tokens must not be told from those that are not there: 401.
  'GET /personal_access_tokens/:id': ['id'],
  'POST /personal_access_tokens/:id/rotate': ['id'],
  'PUT /projects/:id/packages/generic/:package_name/:package_version/:file_name': [
    ...['package_name', 'package_version', 'file_name'],
  ],
  'PUT /projects/:id/packages/npm/*package_name': ['package_name'],
  // The number filters, and one of no deployment finds nothing.
  'GET /projects/:id/deployments/:deployment_id/merge_requests': ['deployment_id'],
  'POST /features/:name': ['name'],
  'DELETE /features/:name': ['name'],
  'GET /namespaces/:namespace/exists': ['namespace'],
  'GET /snippets/:snippet_id/files/:ref/:file_path/raw': ['ref'],
  ...Object.fromEntries(ofEpics.map((id) => [id, ['epic_iid']])),
  // Nobody has a right to a release that is not there: 403.
  'PUT /projects/:id/releases/:tag_name': ['tag_name'],
  'DELETE /projects/:id/releases/:tag_name': ['tag_name'],
  ...Object.fromEntries(
    ['issues/:issue_iid', 'merge_requests/:merge_request_iid'].flatMap((on) =>
      ['PUT', 'DELETE'].map((verb) => [
        `${verb} /projects/:id/${on}/discussions/:discussion_id/notes/:note_id`,
        ['discussion_id'],
      ]),
    ),
  ),
}

export const unknownNames = law<string>({
  name: 'unknown-names',
  says: 'each name in the path that names nothing answers 404, or 400 where it is no valid name',
  source: 'conventions#not-found, conventions#invalid-record-ids',
  level: 'must',
  needs: { furnished: true },
  readOnly: true,
  // A token among the parameters that is of something else is refused as such: 403.
  appliesTo: (operation) =>
    placeable(operation) && operation.auth !== 'none' && namesOf(operation).length > 0,
  each: namesOf,
  holds: async (stage, operation, name) => {
    const params = { ...sampleParams(stage, operation), [name]: nothingOfKind(operation, name) }
    const reply = await stage.call(operation.id, params, travelling(operation))
    // A registry sends on whoever asks for what it does not have.
    if (reply.status >= 400 || reply.headers.location === undefined) answers(reply, [400, 404])
  },
})

function namesOf({ id, params }: ContractOperation): readonly string[] {
  const inPath = params.filter((param) => param.in === 'path').map((param) => param.name)
  return inPath.filter((name) => !free[id]?.includes(name))
}

function subjectsOf({ subjects }: ContractOperation): readonly string[] {
  return subjects.map((subject) => subject.name).filter((name) => missing[name] !== undefined)
}

export const wrongVerb = law({
  name: 'wrong-verb',
  says: 'a method that a known path does not have answers 405 with `Allow` (real service: 404)',
  source: 'conventions#wrong-methods',
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
