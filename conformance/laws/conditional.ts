import type { ContractOperation } from '../../sim/contract.ts'
import { law } from '../kit/check.ts'
import { answers, equals, holds } from '../kit/expect.ts'
import { isRow, type Json } from '../kit/json.ts'
import { operationNamed } from '../kit/operations.ts'
import type { Stage } from '../run/stage.ts'
import { placeable, reads, sampleCall, sampleParams } from './sample.ts'

const project = (record: string) => `DELETE /projects/:id/${record}`
const either = (record: string) => [project(record), `DELETE /groups/:id/${record}`]

/** Deletions that a client may make depend on the record being as it knows it (conventions#unmodified-since). */
const conditional: ReadonlySet<string> = new Set([
  'DELETE /admin/clusters/:cluster_id',
  'DELETE /broadcast_messages/:id',
  'DELETE /groups/:id',
  'DELETE /groups/:id/epics/:epic_id/discussions/:discussion_id/notes/:note_id',
  'DELETE /groups/:id/epics/:epic_iid/notes/:note_id',
  'DELETE /groups/:id/push_rule',
  'DELETE /groups/:id/variables/:key',
  'DELETE /hooks/:hook_id',
  'DELETE /projects/:id',
  'DELETE /runners',
  'DELETE /runners/:id',
  'DELETE /snippets/:snippet_id',
  'DELETE /topics/:id',
  'DELETE /user/emails/:email_id',
  'DELETE /user/gpg_keys/:key_id',
  'DELETE /user/keys/:key_id',
  'DELETE /users/:id',
  'DELETE /users/:id/emails/:email_id',
  'DELETE /users/:id/gpg_keys/:key_id',
  'DELETE /users/:id/identities/:provider',
  'DELETE /users/:user_id/impersonation_tokens/:impersonation_token_id',
  'DELETE /users/:user_id/keys/:key_id',
  ...[
    'approval_rules/:approval_rule_id',
    'cluster_agents/:agent_id',
    'deploy_keys/:key_id',
    'deployments/:deployment_id',
    'environments/:environment_id',
    'external_status_checks/:check_id',
    'fork',
    'freeze_periods/:freeze_period_id',
    'issues/:issue_iid',
    'merge_requests/:merge_request_iid',
    'merge_requests/:merge_request_iid/approval_rules/:approval_rule_id',
    'packages/:package_id',
    'packages/:package_id/package_files/:package_file_id',
    'packages/protection/rules/:package_protection_rule_id',
    'pipeline_schedules/:pipeline_schedule_id',
    'pipelines/:pipeline_id',
    'protected_branches/:name',
    'protected_tags/:name',
    'registry/protection/repository/rules/:protection_rule_id',
    'registry/protection/tag/rules/:protection_rule_id',
    'remote_mirrors/:mirror_id',
    'repository/branches/:branch',
    'repository/commits/:sha/discussions/:discussion_id/notes/:note_id',
    'repository/tags/:tag_name',
    'runners/:runner_id',
    'share/:group_id',
    'snippets/:snippet_id',
    'triggers/:trigger_id',
    ...['issues/:issue_iid', 'merge_requests/:merge_request_iid', 'snippets/:noteable_id'].flatMap((on) => [
      `${on}/award_emoji/:award_id`,
      `${on}/discussions/:discussion_id/notes/:note_id`,
      `${on}/notes/:note_id`,
      `${on}/notes/:note_id/award_emoji/:award_id`,
    ]),
  ].map(project),
  ...[
    'access_requests/:user_id',
    'badges/:badge_id',
    'boards/:board_id',
    'boards/:board_id/lists/:list_id',
    'clusters/:cluster_id',
    'hooks/:hook_id',
    'integrations/:slug',
    'invitations/:email',
    'labels',
    'labels/:name',
    'members/:user_id',
    'protected_environments/:name',
    'service_accounts/:user_id',
  ].flatMap(either),
])

/** What the documentation counts among them, and the service does not (F32). */
const conditionalByDocumentation: ReadonlySet<string> = new Set([
  project('feature_flags_user_lists/:iid'),
  ...either('milestones/:milestone_id'),
])

export const unmodifiedSince = law({
  name: 'unmodified-since',
  says: 'a DELETE whose `If-Unmodified-Since` is older than the record or its last change answers 412 and deletes nothing; one of the second of its last change or later deletes',
  source: 'conventions#unmodified-since',
  level: 'must',
  needs: { furnished: true },
  accepted: true,
  appliesTo: ({ id }) => conditional.has(id) || conditionalByDocumentation.has(id),
  holds: async (stage, operation) => {
    const documented = conditionalByDocumentation.has(operation.id)
    if (documented && stage.dialect !== 'specification')
      return stage.skip('only the documentation has a precondition here')
    const since = (date: string) => sampleCall(stage, operation, { headers: { 'if-unmodified-since': date } })
    const early = await since('Mon, 01 Jan 2001 00:00:00 GMT')
    // What cannot be deleted at all is not compared. What can was refused for its date, with another status.
    if ([403, 404, 409].includes(early.status)) {
      const plain = await sampleCall(stage, operation)
      if (plain.status >= 400) stage.skip('what the stage has there cannot be deleted')
    }
    answers(early, 412, { message: '412 Precondition Failed' })
    const { made, changed } = await datesOf(stage, operation)
    if (made !== undefined && changed !== undefined && Date.parse(made) < Date.parse(changed))
      answers(await since(made), 412, { message: '412 Precondition Failed' })
    const late = await since(changed ?? 'Sun, 01 Jan 2090 00:00:00 GMT')
    const told = `${late.status} ${late.text.slice(0, 100)}`
    // A runner of two projects may not be deleted, but then it was found.
    holds(![404, 412].includes(late.status), 'the record is still there to be deleted', told, late)
  },
})

export const unconditional = law({
  name: 'unconditional-deletions',
  says: 'a DELETE that does not look at `If-Unmodified-Since` never answers 412',
  source: 'conventions#unmodified-since',
  level: 'must',
  needs: { furnished: true },
  accepted: true,
  appliesTo: (operation) =>
    operation.method === 'DELETE' &&
    placeable(operation) &&
    !conditional.has(operation.id) &&
    !conditionalByDocumentation.has(operation.id),
  holds: async (stage, operation) => {
    const headers = { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }
    const reply = await sampleCall(stage, operation, { headers })
    holds(reply.status !== 412, 'the header is not looked at', reply.text.slice(0, 100), reply)
  },
})

interface Dates {
  readonly made?: string | undefined
  readonly changed?: string | undefined
}

const PART_OF_A_SECOND = 0.4

/** The seconds in which a record was made and changed last, where a reading tells them; an update comes before. */
async function datesOf(stage: Stage, { id }: ContractOperation): Promise<Dates> {
  const on = (method: string) => operationNamed(stage.contract, id.replace('DELETE', method))
  const [update, reading] = [on('PUT'), on('GET')]
  if (reading === undefined) return {}
  // A clock that goes from second to second hides whether parts of one are compared, too.
  if (stage.movesClock) await stage.wait(PART_OF_A_SECOND)
  // A record that is named by a text may get another name.
  if (update !== undefined && /:(?:[a-z_]+_)?i?id$/.test(id)) await sampleCall(stage, update)
  const { status, json } = await sampleCall(stage, reading)
  const row = status === 200 && isRow(json) ? json : {}
  const second = (at: Json | undefined) => (typeof at === 'string' ? new Date(at).toUTCString() : undefined)
  return { made: second(row.created_at), changed: second(row.updated_at) }
}

const otherTags = ['W/"0123456789abcdef0123456789abcdef"', '"fedcba9876543210fedcba9876543210"'] as const

/** Headers that hold the current tag in one way or another (conventions#not-modified-tags). */
const spellings: { readonly [name: string]: (etag: string) => string } = {
  'after another tag': (etag) => `${otherTags[0]}, ${etag}`,
  'before another tag': (etag) => `${etag}, ${otherTags[1]}`,
  strong: (etag) => etag.replace('W/', ''),
  'any tag': () => '*',
}

function isTagged(operation: ContractOperation): boolean {
  const { answer, beyond } = operation
  return placeable(operation) && reads(operation) && !beyond && answer !== 'nothing'
}

export const severalTags = law<string>({
  name: 'not-modified-tags',
  says: 'a read whose `If-None-Match` has the current ETag among others, as a strong one, or `*`, answers 304',
  source: 'conventions#not-modified-tags',
  compares: true,
  level: 'must',
  needs: { furnished: true },
  readOnly: true,
  appliesTo: isTagged,
  each: () => Object.keys(spellings),
  holds: async (stage, operation, name) => {
    const spelt = spellings[name] ?? String
    const usual = await sampleCall(stage, operation)
    const { etag } = usual.headers
    if (usual.status !== 200 || etag === undefined) return
    const reply = await sampleCall(stage, operation, { headers: { 'if-none-match': spelt(etag) } })
    if (reply.status !== 304 && stage.dialect !== 'specification') await expectRead(stage, spelt)
    // A runner is offline from one moment to the next.
    if (reply.status === 200 && (await sampleCall(stage, operation)).headers.etag !== etag)
      return stage.unknown('what it shows changed meanwhile')
    answers(reply, 304)
    equals('the body', reply.text, '', reply)
    equals('the ETag', reply.headers.etag, etag, reply)
  },
})

// Many services compare the whole header with the tag: one that does so everywhere sends what was asked for.
async function expectRead(stage: Stage, spelt: (etag: string) => string): Promise<void> {
  const { etag = '' } = (await stage.call('GET /user')).headers
  const reply = await stage.call('GET /user', {}, { headers: { 'if-none-match': spelt(etag) } })
  if (reply.status !== 304) stage.unknown('the target looks for one ETag in If-None-Match, in one spelling')
}

export const otherConditions = law({
  name: 'modified',
  says: 'a HEAD whose `If-None-Match` is the ETag of the GET answers 304, and tags of something else and `If-Modified-Since` alone answer 200',
  source: 'conventions#not-modified, conventions#head',
  compares: true,
  level: 'must',
  needs: { furnished: true },
  readOnly: true,
  appliesTo: isTagged,
  holds: async (stage, operation) => {
    const usual = await sampleCall(stage, operation)
    const { etag } = usual.headers
    if (usual.status !== 200 || etag === undefined) return
    const head = operation.id.replace('GET', 'HEAD')
    const params = sampleParams(stage, operation)
    const reply = await stage.call(head, params, { headers: { 'if-none-match': etag } })
    answers(reply, 304)
    equals('the ETag', reply.headers.etag, etag, reply)
    const others = { 'if-none-match': otherTags.join(', ') }
    answers(await sampleCall(stage, operation, { headers: others }), 200)
    // What has no date was not unchanged since one.
    if (usual.headers['last-modified'] !== undefined) return
    const since = { 'if-modified-since': 'Sun, 01 Jan 2090 00:00:00 GMT' }
    answers(await sampleCall(stage, operation, { headers: since }), 200)
    answers(await sampleCall(stage, operation, { headers: { ...others, ...since } }), 200)
  },
})
