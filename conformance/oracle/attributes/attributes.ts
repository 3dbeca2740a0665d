import type { ContractOperation, ContractParam } from '../../../sim/contract.ts'
import { isRow, type Json, type Row } from '../../kit/json.ts'
import { whyNot } from './exceptions.ts'
import { type Two, valuesOf } from './values.ts'

/** A parameter that is an attribute of the record which the operation creates or updates. */
export interface Attribute {
  readonly param: ContractParam
  /** The attribute that shows it. */
  readonly shown: string
  /** Two values that it may have. */
  readonly values: Two
  /** What the record shows once a value was sent. */
  readonly of: (row: Row) => Json | undefined
  /** What of a value stays as it was sent. */
  readonly kept: (value: Json) => Json
}

/** The parameters of an operation that are attributes of the record it answers with. */
export function attributesOf(operation: ContractOperation, properties: Row): readonly Attribute[] {
  const { id, params } = operation
  return params
    .filter((param) => param.in === 'given' && whyNot(id, param.name) === undefined)
    .flatMap((param) => {
      const {
        shown = param.name,
        field,
        kept = (value: Json) => value,
      } = forms.find((it) => it.params.includes(param.name) && (it.at === undefined || it.at.test(id))) ?? {}
      if (!Object.hasOwn(properties, shown)) return []
      const inner = typeof field === 'function' ? field(param.name) : field
      const of = (row: Row) => (inner === undefined ? row[shown] : inside(row[shown], inner))
      return [{ param, shown, values: valuesOf(operation, param), of, kept }]
    })
}

interface Form {
  /** Operations that it is about; default all. */
  readonly at?: RegExp
  readonly params: readonly string[]
  /** The attribute that shows it, where that is called otherwise. */
  readonly shown?: string
  /** The field of the attribute, or of each item of it, that has the value. */
  readonly field?: string | ((param: string) => string)
  /** What of the value stays as it was sent. */
  readonly kept?: (value: Json) => Json
}

/** Parameters that are shown under another name, by one field, or not to the letter. */
const forms: readonly Form[] = [
  { params: ['assignee_ids'], shown: 'assignees', field: 'id' },
  { params: ['reviewer_ids'], shown: 'reviewers', field: 'id' },
  { params: ['user_ids'], shown: 'users', field: 'id' },
  { params: ['group_ids'], shown: 'groups', field: 'id' },
  { params: ['milestone_id'], shown: 'milestone', field: 'id' },
  { params: ['remove_source_branch'], shown: 'force_remove_source_branch' },
  { params: ['new_name'], shown: 'name' },
  { at: /\/repository\/tags$/, params: ['tag_name'], shown: 'name' },
  {
    at: /\/merge_request_approval_setting$/,
    params: [
      ...['allow_author_approval', 'allow_committer_approval', 'retain_approvals_on_push'],
      ...['allow_overrides_to_approver_list_per_merge_request', 'require_password_to_approve'],
      'selective_code_owner_removals',
    ],
    field: 'value',
  },
  {
    at: /\/notification_settings$/,
    params: [
      ...[
        'new_release',
        'new_note',
        'new_issue',
        'reopen_issue',
        'close_issue',
        'reassign_issue',
        'issue_due',
      ],
      ...['new_merge_request', 'push_to_merge_request', 'reopen_merge_request', 'close_merge_request'],
      ...[
        'reassign_merge_request',
        'change_reviewer_merge_request',
        'merge_merge_request',
        'failed_pipeline',
      ],
      ...['fixed_pipeline', 'success_pipeline', 'moved_project', 'merge_when_pipeline_succeeds', 'new_epic'],
    ],
    shown: 'events',
    field: (param) => param,
  },
  // The comment behind a key becomes the name of its user.
  { at: /\/keys$/, params: ['key'], kept: (key) => String(key).split(' ').slice(0, 2).join(' ') },
]

/** One field of what an attribute names, or of each. */
function inside(value: Json | undefined, field: string): Json | undefined {
  if (Array.isArray(value)) return value.map((item: Json) => inside(item, field) ?? null)
  return isRow(value) ? value[field] : value
}

/** Attributes whose items have an order of their own. */
const unordered = [
  'labels',
  'tag_list',
  'topics',
  'user_ids',
  'group_ids',
  'assignee_ids',
  'reviewer_ids',
  'scopes',
]

/** Whether a record shows a value that was sent: equal, or at the same time, or with more fields. */
export function shows(attribute: Attribute, sent: Json, row: Row): boolean {
  const shown = attribute.of(row)
  if (shown === undefined) return false
  const sorted = (value: Json) => (Array.isArray(value) ? [...value].map(String).sort() : value)
  return unordered.includes(attribute.param.name)
    ? covers(sorted(listOf(sent)), sorted(shown))
    : covers(attribute.kept(sent), attribute.kept(shown))
}

function listOf(sent: Json): Json {
  return typeof sent === 'string' ? sent.split(',') : sent
}

function covers(sent: Json, shown: Json | undefined): boolean {
  if (Array.isArray(sent))
    return (
      Array.isArray(shown) &&
      sent.length === shown.length &&
      sent.every((item: Json, i) => covers(item, shown[i] as Json))
    )
  if (isRow(sent))
    return isRow(shown) && Object.entries(sent).every(([name, value]) => covers(value, shown[name]))
  if (sent === shown) return true
  if (typeof sent !== 'string' || typeof shown !== 'string' || !TIME.test(sent)) return false
  return Date.parse(sent) === Date.parse(shown)
}

const TIME = /^\d{4}-\d\d-\d\d/
