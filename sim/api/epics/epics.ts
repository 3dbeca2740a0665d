import { epicDetailEntity, epicEntity } from '../../entities/epic.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Epic } from '../../model/epics/epic.ts'
import {
  changeEpic,
  type EpicValues,
  epicDefaults,
  openEpic,
  removeEpic,
  setEpicState,
} from '../../model/epics/epics.ts'
import type { Group } from '../../model/groups/group.ts'
import { groupsBelow } from '../../model/groups/group-tree.ts'
import { groupLabelIds } from '../../model/labels/named-labels.ts'
import { groupsAbove } from '../../model/milestones/milestones.ts'
import type { User } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { seesGroup } from '../../policy/visible.ts'
import { operation } from '../../protocol/operation.ts'
import {
  atLeastOneOfOr,
  boolean,
  datetime,
  exclusive,
  hash,
  integer,
  oneOf,
  type ParamsOf,
  required,
  string,
  stringList,
  withDefault,
} from '../../protocol/params.ts'
import { badRequest } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { type Day, parseDay } from '../../time/calendar.ts'
import { dashed, EPIC, EPICS, epicIid, groupOf, ofEpics, permittedEpic } from '../shared/epic-places.ts'
import { wordsOf } from '../shared/quick-actions/described.ts'
import { runEpicActions } from '../shared/quick-actions/epic-actions.ts'
import { splitCommands } from '../shared/quick-actions/run.ts'
import { writtenAtParam, writtenInGroup } from '../shared/written-at.ts'
import { epicList } from './epic-list.ts'

const filters = {
  author_id: integer(),
  author_username: string(),
  labels: stringList({ about: 'Epics with all of these labels; or `None` or `Any`' }),
  not: hash({ author_id: integer(), author_username: string(), labels: stringList() }, [
    exclusive('author_id', 'author_username'),
  ]),
  with_labels_details: withDefault(boolean({ about: 'Returns labels as objects' }), false),
  order_by: withDefault(oneOf(['created_at', 'updated_at', 'title']), 'created_at'),
  sort: withDefault(oneOf(['asc', 'desc']), 'desc'),
  search: string({ about: 'Text in the title or the description' }),
  state: withDefault(oneOf(['opened', 'closed', 'all']), 'all'),
  created_after: datetime(),
  created_before: datetime(),
  updated_after: datetime(),
  updated_before: datetime(),
  confidential: boolean(),
  my_reaction_emoji: string({
    about: 'Epics to which the caller reacted with this emoji; or `None` or `Any`',
  }),
  include_ancestor_groups: withDefault(boolean(), false),
  include_descendant_groups: withDefault(boolean(), true),
}

export const listEpics = operation(
  {
    ...ofEpics,
    method: 'GET',
    path: EPICS,
    aliases: [dashed(EPICS)],
    summary: 'List the epics of a group and its subgroups',
    auth: 'public',
    params: filters,
    rules: [exclusive('author_id', 'author_username')],
    answers: { many: epicEntity },
  },
  ({ group, params, view }) => {
    const groups = groupsIn(view.situation, group, params)
    return epicList(view.situation, groups, params)
  },
)

export const getEpic = operation(
  {
    ...ofEpics,
    method: 'GET',
    path: EPIC,
    aliases: [dashed(EPIC)],
    summary: 'Get an epic',
    auth: 'public',
    params: epicIid,
    answers: { one: epicDetailEntity },
  },
  ({ group, params, view }) => permittedEpic(view.situation, group, params.epic_iid),
)

const values = {
  description: string(),
  confidential: boolean(),
  color: string({ about: 'In hexadecimal notation: `#1068bf`' }),
  labels: stringList(),
  parent_id: integer({ tier: 'ultimate', about: 'ID of the parent epic' }),
  start_date_fixed: string({ about: '`YYYY-MM-DD`' }),
  start_date: string({ about: 'Former name of `start_date_fixed`', deprecated: true }),
  start_date_is_fixed: boolean(),
  due_date_fixed: string({ about: '`YYYY-MM-DD`' }),
  end_date: string({ about: 'Former name of `due_date_fixed`', deprecated: true }),
  due_date_is_fixed: boolean(),
}

export const createEpic = operation(
  {
    ...ofEpics,
    method: 'POST',
    path: EPICS,
    aliases: [dashed(EPICS)],
    summary: 'Create an epic in a group',
    needs: 'create_epic',
    params: { title: required(string()), ...values, ...writtenAtParam },
    answers: { status: 201, one: epicEntity },
    refuses: [400, 404],
  },
  function* ({ world, caller, group, params, view, now }) {
    const given = {
      ...epicDefaults,
      ...(yield* valuesFrom(view.situation, group, params)),
      title: params.title ?? '',
    }
    const epic = refuseInvalidRow(() =>
      openEpic(
        world,
        group,
        caller.user as User,
        given,
        writtenInGroup(view.situation, group, params) ?? now,
      ),
    )
    return yield* described(view.situation, epic, params.description, true)
  },
)

const changes = {
  title: string(),
  ...values,
  add_labels: stringList(),
  remove_labels: stringList(),
  state_event: oneOf(['close', 'reopen']),
  updated_at: datetime({ about: 'For owners and administrators only; the current time by default' }),
}

const formerNames = ['start_date', 'end_date']

export const updateEpic = operation(
  {
    ...ofEpics,
    method: 'PUT',
    path: EPIC,
    aliases: [dashed(EPIC)],
    summary: 'Update an epic',
    needs: 'admin_epic',
    params: { ...epicIid, ...changes },
    // The former names of the dates count, and are not named.
    rules: [
      atLeastOneOfOr(
        formerNames,
        Object.keys(changes)
          .filter((name) => !formerNames.includes(name))
          .sort(),
      ),
    ],
    answers: { one: epicEntity },
    refuses: [400, 404],
  },
  function* ({ world, group, params, view, now }) {
    const epic = permittedEpic(view.situation, group, params.epic_iid)
    const { title, add_labels: added = [], remove_labels: removed = [], state_event: event } = params
    const given = yield* valuesFrom(view.situation, group, params)
    const gone = new Set(removed)
    const kept = (given.labelIds ?? epic.labelIds).filter(
      (id) => !gone.has(world.labels.get(id)?.title ?? ''),
    )
    const labelIds = [...new Set([...kept, ...(yield* groupLabelIds(world, group, added, now))])]
    const columns = { ...given, ...(title != null && { title }), labelIds }
    const changed = refuseInvalidRow(() =>
      changeEpic(
        world,
        epic,
        columns,
        writtenInGroup(view.situation, group, { created_at: params.updated_at }) ?? now,
      ),
    )
    if (event != null) setEpicState(world, changed, event === 'close' ? 'closed' : 'opened', now)
    return yield* described(view.situation, changed, params.description, false)
  },
)

export const deleteEpic = operation(
  {
    ...ofEpics,
    method: 'DELETE',
    path: EPIC,
    aliases: [dashed(EPIC)],
    summary: 'Delete an epic (its issues and child epics stay)',
    needs: 'destroy_epic',
    params: epicIid,
    answers: { status: 204 },
  },
  ({ world, group, params, view }) =>
    removeEpic(world, permittedEpic(view.situation, group, params.epic_iid)),
)

/** An epic after the quick actions of the description that was sent for it. */
function* described(
  situation: Situation,
  { id }: Epic,
  description: string | null | undefined,
  fresh: boolean,
): Steps<Epic> {
  const { world } = situation
  const { commands } = splitCommands(description ?? '')
  if (commands.length > 0) yield* runEpicActions(situation, world.epics.require(id), commands, { fresh })
  return world.epics.require(id)
}

function* valuesFrom(
  situation: Situation,
  group: Group,
  params: ParamsOf<typeof values>,
): Steps<Partial<EpicValues>> {
  const { world, now } = situation
  const { description, confidential, color, labels, parent_id: parentId } = params
  const { start_date_is_fixed: startDateIsFixed, due_date_is_fixed: dueDateIsFixed } = params
  const { start_date_fixed: start = params.start_date, due_date_fixed: due = params.end_date } = params
  // A parent that the caller may not change is not taken.
  const parent = world.epics.get(parentId ?? 0)
  const reached = parent !== undefined && can(situation, 'admin_epic', groupOf(world, parent))
  return {
    ...(description !== undefined && { description: wordsOf(description) }),
    ...(confidential != null && { confidential }),
    ...(color != null && { color }),
    ...(labels !== undefined && { labelIds: yield* groupLabelIds(world, group, labels, now) }),
    ...(parentId !== undefined && (parentId === null || reached) && { parentId }),
    ...(start !== undefined && { startDateFixed: dayFrom(start) }),
    ...(startDateIsFixed != null && { startDateIsFixed }),
    ...(due !== undefined && { dueDateFixed: dayFrom(due) }),
    ...(dueDateIsFixed != null && { dueDateIsFixed }),
  }
}

function dayFrom(given: string | null): Day | null {
  if (given === null || given === '') return null
  const day = parseDay(given)
  if (day === undefined) throw badRequest('invalid date')
  return day
}

function groupsIn(
  { world, caller, now }: Situation,
  group: Group,
  given: Pick<ParamsOf<typeof filters>, 'include_ancestor_groups' | 'include_descendant_groups'>,
): Group[] {
  const above = given.include_ancestor_groups ? [...groupsAbove(world, { group })] : []
  const below = given.include_descendant_groups ? [...groupsBelow(world, group)] : []
  return [...new Set([group, ...above, ...below])].filter((it) => seesGroup(world, caller, it, now))
}
