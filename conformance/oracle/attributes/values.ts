import type { ContractOperation, ContractParam } from '../../../sim/contract.ts'
import type { Params, Value } from '../../kit/query.ts'
import type { Stage } from '../../run/stage.ts'
import { keyNamed } from '../ssh-keys.ts'

/** Two values of an attribute; the mark is of the operation that sends them, so that no name is taken. */
export type Two = (stage: Stage, mark: string) => readonly [Value, Value]

/** Attributes whose values are of a kind that their parameter does not tell. */
const drawn: readonly {
  /** Operations that it is about; default all. */
  readonly at?: RegExp
  readonly params: readonly string[]
  readonly values: Two
}[] = [
  { params: ['user_ids', 'assignee_ids', 'reviewer_ids'], values: people },
  { params: ['group_ids'], values: (stage) => [[stage.group.id], []] },
  { params: ['milestone_id'], values: ({ furniture }) => [furniture.milestone_id ?? null, null] },
  { params: ['source_branch'], values: () => ['spare', 'spare'] },
  {
    params: ['target_branch', 'ref', 'branch', 'default_branch'],
    values: ({ project }) => [project.branch, project.branch],
  },
  { params: ['start_date', 'start_date_fixed'], values: () => ['2031-01-02', '2031-01-03'] },
  {
    params: ['due_date', 'due_date_fixed', 'expires_at', 'additional_purchased_storage_ends_on'],
    values: () => ['2031-05-06', '2031-06-07'],
  },
  { params: ['starts_at'], values: () => ['2030-05-06T07:08:09.000Z', '2030-06-07T08:09:10.000Z'] },
  {
    params: ['color', 'message_background_color', 'message_font_color'],
    values: () => ['#428bca', '#d9534f'],
  },
  { at: / \/groups\/:id\/protected_environments$/, params: ['name'], values: () => ['other', 'development'] },
  {
    at: /\/registry\/protection\/repository\/rules/,
    params: ['repository_path_pattern'],
    values: ({ project }, mark) => [`${project.path}/one-${mark}`, `${project.path}/another-${mark}`],
  },
  {
    params: ['name', 'path', 'username', 'new_name', 'tag_name'],
    values: (_stage, mark) => [`one-${mark}`, `another-${mark}`],
  },
  {
    params: ['email', 'public_email', 'notification_email'],
    values: (_stage, mark) => [`one-${mark}@example.com`, `another-${mark}@example.com`],
  },
  {
    params: ['url', 'link_url', 'image_url', 'external_url', 'target_url', 'website_url'],
    values: (_stage, mark) => [`https://example.com/one-${mark}`, `https://example.com/another-${mark}`],
  },
  { params: ['cron', 'freeze_start'], values: () => ['0 1 * * *', '30 2 * * 1'] },
  { params: ['freeze_end'], values: () => ['0 3 * * *', '30 4 * * 2'] },
  { params: ['cron_timezone'], values: () => ['Europe/Berlin', 'America/New_York'] },
  {
    params: ['domain'],
    values: (_stage, mark) => [`one-${mark}.example.com`, `another-${mark}.example.com`],
  },
  { params: ['deploy_access_levels'], values: () => [[{ access_level: 40 }], [{ access_level: 30 }]] },
  {
    params: ['approval_rules'],
    values: () => [
      [{ access_level: 40, required_approvals: 1 }],
      [{ access_level: 30, required_approvals: 2 }],
    ],
  },
  {
    params: ['strategies'],
    values: () => [
      [{ name: 'default', parameters: {}, scopes: [{ environment_scope: 'one' }] }],
      [
        {
          name: 'gradualRolloutUserId',
          parameters: { groupId: 'default', percentage: '50' },
          scopes: [{ environment_scope: 'two' }],
        },
      ],
    ],
  },
  { at: /\/members/, params: ['access_level'], values: () => [20, 30] },
  { at: /members/, params: ['access_level'], values: () => [20, 30] },
  { at: /\/deploy_tokens$/, params: ['scopes'], values: () => [['read_repository'], ['read_registry']] },
  {
    at: /\/user\/personal_access_tokens$/,
    params: ['scopes'],
    values: () => [['k8s_proxy'], ['k8s_proxy']],
  },
  { params: ['scopes'], values: () => [['read_api'], ['api']] },
  { at: /\/(?:user|users\/:user_id|deploy_keys)/, params: ['key'], values: keys },
  { at: /variables$/, params: ['key'], values: (_stage, mark) => [`ONE_${mark}`, `ANOTHER_${mark}`] },
  {
    at: /variables/,
    params: ['value'],
    values: (_stage, mark) => [`one-${mark}-12345`, `another-${mark}-12345`],
  },
  { params: ['push_events_branch_filter'], values: () => ['main', 'stable'] },
  { at: /\/lists\//, params: ['position'], values: () => [0, 1] },
  { params: ['font'], values: () => ['#ffffff', '#000000'] },
  { params: ['coverage'], values: () => [12.5, 75] },
  { params: ['emoji'], values: () => ['coffee', 'palm_tree'] },
  { params: ['level'], values: () => ['watch', 'mention'] },
  {
    params: ['assets'],
    values: (_stage, mark) => [
      { links: [{ name: `one-${mark}`, url: `https://example.com/one-${mark}` }] },
      { links: [{ name: `another-${mark}`, url: `https://example.com/another-${mark}` }] },
    ],
  },
  { params: ['message'], at: /\/tags$/, values: (_stage, mark) => [`one ${mark}`, `another ${mark}`] },
  { params: ['base_access_level'], values: () => [20, 30] },
  // The title of a page becomes its path, with one blank between words.
  { at: /\/wikis/, params: ['title'], values: (_stage, mark) => [`one ${mark}`, `another ${mark}`] },
  {
    params: ['title', 'description', 'message', 'body', 'note', 'content', 'release_description'],
    values: (_stage, mark) => [`One  ${mark}: \u00c4, \u{1f40c}`, `another ${mark}`],
  },
  { params: ['environment_scope'], values: (_stage, mark) => [`one-${mark}/*`, `another-${mark}/*`] },
]

/** What an operation needs beside the attributes. */
export function beside({ id }: ContractOperation, stage: Stage, mark: string): Params {
  return needed.find(({ at }) => at.test(id))?.params(stage, mark) ?? {}
}

const needed: readonly { readonly at: RegExp; readonly params: (stage: Stage, mark: string) => Params }[] = [
  { at: /^POST .*\/releases$|\/repository\/tags$/, params: ({ project }) => ({ ref: project.branch }) },
  { at: /\/notification_settings$/, params: () => ({ level: 'custom' }) },
  { at: /\/repository\/commits$/, params: ({ project }) => ({ branch: project.branch }) },
  { at: /\/applications$/, params: () => ({ scopes: 'api', redirect_uri: 'https://example.com/callback' }) },
  { at: /\/snippets$/, params: () => ({ file_name: 'drawn.txt', content: 'drawn' }) },
]

/** Operations that a place allows once. */
export function isOnce({ id }: ContractOperation): boolean {
  return /\/members$|\/links$|\/protected_environments$|\/merge_requests$|\/commits$/.test(id)
}

/** Values that an attribute may have. */
export function valuesOf({ id }: ContractOperation, param: ContractParam): Two {
  const own = drawn.find((it) => it.params.includes(param.name) && (it.at === undefined || it.at.test(id)))
  return own?.values ?? ((_stage, mark) => usual(param, mark))
}

function keys(_stage: Stage, mark: string): readonly [Value, Value] {
  return [
    `${keyNamed(`one ${mark}`).line} one@example.com`,
    `${keyNamed(`another ${mark}`).line} another@example.com`,
  ]
}

function people(stage: Stage): readonly [Value, Value] {
  const owner = stage.user('owner').id
  return [[owner], [stage.has('developer') ? stage.user('developer').id : owner]]
}

/** Two values that its kind and its bounds allow. */
function usual(param: ContractParam, mark: string): readonly [Value, Value] {
  const { kind, like = kind, values, atLeast = 1, atMost } = param
  const listed = values?.filter((value) => value !== '') ?? []
  const [last = '', before = last] = listed.toReversed()
  switch (like) {
    case 'boolean':
      return [true, false]
    case 'integer':
    case 'integerOrNoneAny':
    case 'decimal':
      if (values !== undefined) return [before, last]
      return atMost !== undefined && atMost < atLeast + 3 ? [atLeast, atMost] : [atLeast + 2, atLeast + 3]
    case 'datetime':
      return ['2031-05-06T07:08:09.000Z', '2032-06-07T08:09:10.000Z']
    case 'stringList':
    case 'stringArray':
      return values === undefined
        ? [
            [`a-${mark}`, 'b'],
            ['c', `d-${mark}`],
          ]
        : [[before], [last]]
    case 'integerList':
    case 'integerArray':
      return values === undefined ? [[1], [2]] : [[before], [last]]
    default:
      return values === undefined ? [`one ${mark}`, `another ${mark}`] : [before, last]
  }
}
