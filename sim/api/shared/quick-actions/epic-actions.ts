import type { Steps } from '../../../lib/steps.ts'
import type { Epic } from '../../../model/epics/epic.ts'
import { changeEpic, childEpicsOf, type EpicValues, setEpicState } from '../../../model/epics/epics.ts'
import type { Group } from '../../../model/groups/group.ts'
import { InvalidRow } from '../../../model/invalid-row.ts'
import { groupLabelTitled } from '../../../model/labels/labels.ts'
import { can, type Situation } from '../../../policy/abilities.ts'
import { licensed } from '../../../policy/tier.ts'
import { groupOf, seesEpic } from '../epic-places.ts'
import { actionNames } from './actions.ts'
import { epicNamedIn } from './epic-named.ts'
import { type Mode, relabelled, titlesIn } from './relabel.ts'
import type { Command } from './split-text.ts'

// Quick actions of epics (discussions#quick-actions-epics): those who manage epics run them.

interface EpicContext {
  readonly situation: Situation
  readonly group: Group
  readonly epic: Epic
  readonly text: string
}

interface EpicResult {
  readonly message: string
  readonly changes?: { readonly [name: string]: unknown }
}

interface EpicAction {
  /** It is not run by the description of an epic that is being created. */
  readonly afterwards?: true
  readonly when?: (it: EpicContext) => boolean
  readonly run: (it: EpicContext) => EpicResult | undefined
}

const hasChildren = ({ situation }: EpicContext) => licensed(situation.world, 'ultimate')

const epicActions: { readonly [name: string]: EpicAction } = {
  close: states('close'),
  reopen: states('reopen'),
  title: {
    afterwards: true,
    run: (it) => {
      if (it.text === '') return undefined
      change(it, it.epic, { title: it.text })
      return { message: `Changed the title to "${it.text}".`, changes: { title: it.text } }
    },
  },
  confidential: {
    when: ({ epic }) => !epic.confidential,
    run: (it) => {
      change(it, it.epic, { confidential: true })
      return { message: 'Made this epic confidential.', changes: { confidential: true } }
    },
  },
  label: labels('add'),
  unlabel: { ...labels('drop'), afterwards: true, when: ({ epic }) => epic.labelIds.length > 0 },
  relabel: { ...labels('replace'), afterwards: true, when: ({ epic }) => epic.labelIds.length > 0 },
  child_epic: {
    when: hasChildren,
    run: (it) => {
      const child = epicNamedIn(it.situation.world, it.group, it.text)
      const wrong = unrelated(it, child, 'Child')
      if (child === undefined || wrong !== undefined) return { message: wrong ?? '' }
      change(it, child, { parentId: it.epic.id })
      return { message: `Added ${reference(it, child)} as a child epic.` }
    },
  },
  remove_child_epic: {
    afterwards: true,
    when: hasChildren,
    run: (it) => {
      const child = epicNamedIn(it.situation.world, it.group, it.text)
      if (child === undefined || child.parentId !== it.epic.id)
        return { message: 'Child epic does not exist.' }
      change(it, child, { parentId: null })
      return { message: `Removed ${reference(it, child)} from child epics.` }
    },
  },
  parent_epic: {
    when: hasChildren,
    run: (it) => {
      const parent = epicNamedIn(it.situation.world, it.group, it.text)
      const wrong = unrelated(it, parent, 'Parent')
      if (parent === undefined || wrong !== undefined) return { message: wrong ?? '' }
      change(it, it.epic, { parentId: parent.id })
      return { message: `Set ${reference(it, parent)} as the parent epic.` }
    },
  },
  remove_parent_epic: {
    afterwards: true,
    when: hasChildren,
    run: (it) => {
      const parent = it.situation.world.epics.get(it.epic.parentId ?? 0)
      if (parent === undefined) return { message: 'Parent epic is not present.' }
      change(it, it.epic, { parentId: null })
      return { message: `Removed parent epic ${reference(it, parent)}.` }
    },
  },
}

/** Runs the quick actions of a text on an epic, each in a step. */
export function* runEpicActions(
  situation: Situation,
  was: Epic,
  commands: readonly Command[],
  { fresh = false }: { readonly fresh?: boolean } = {},
): Steps<{ readonly changes: { readonly [name: string]: unknown }; readonly message: string }> {
  const { world } = situation
  const group = groupOf(world, was)
  const manages = can(situation, 'admin_epic', group)
  const messages: string[] = []
  let changes: EpicResult['changes'] = {}
  for (const { name: written, text } of commands) {
    const name = actionNames.get(written) as string
    const action = Object.hasOwn(epicActions, name) ? epicActions[name] : undefined
    const refused = { message: `Could not apply ${name} command.` }
    const applies =
      manages &&
      action !== undefined &&
      !(fresh && action.afterwards) &&
      (action.when?.({ situation, group, epic: was, text }) ?? true)
    const done = applies
      ? attempt(action, { situation, group, epic: world.epics.require(was.id), text })
      : refused
    messages.push((done === 'refused' ? refused : done)?.message ?? '')
    if (done !== 'refused') changes = { ...changes, ...(done as EpicResult | undefined)?.changes }
    yield
  }
  return { changes, message: messages.filter((message) => message !== '').join(' ') }
}

function attempt(action: EpicAction, it: EpicContext): EpicResult | undefined | 'refused' {
  try {
    return action.run(it)
  } catch (problem) {
    if (problem instanceof InvalidRow) return 'refused'
    throw problem
  }
}

function states(event: 'close' | 'reopen'): EpicAction {
  const closes = event === 'close'
  return {
    afterwards: true,
    when: ({ epic }) => epic.state === (closes ? 'opened' : 'closed'),
    run: ({ situation: { world, now }, epic }) => {
      setEpicState(world, epic, closes ? 'closed' : 'opened', now)
      return { message: `${closes ? 'Closed' : 'Reopened'} this epic.`, changes: { state_event: event } }
    },
  }
}

function labels(mode: Mode): EpicAction {
  return {
    run: (it) => {
      const { situation, group, epic, text } = it
      const named = titlesIn(text).flatMap((title) => groupLabelTitled(situation.world, group, title) ?? [])
      const done = relabelled(mode, text, epic.labelIds, named)
      if (done?.labelIds !== undefined) change(it, epic, { labelIds: done.labelIds })
      return done
    },
  }
}

function change({ situation: { world, now } }: EpicContext, epic: Epic, columns: Partial<EpicValues>): void {
  changeEpic(world, epic, columns, now)
}

/** What is against making an epic the parent or a child of another one. */
function unrelated(
  { situation, epic }: EpicContext,
  other: Epic | undefined,
  role: 'Child' | 'Parent',
): string | undefined {
  const { world } = situation
  if (other === undefined) return `${role} epic doesn't exist.`
  const related = (one: Epic, two: Epic) => childEpicsOf(world, one).some(({ id }) => id === two.id)
  if (related(epic, other) || related(other, epic)) return 'Given epic is already related to this epic.'
  const group = groupOf(world, other)
  return can(situation, 'read_epic', group) && seesEpic(situation, group, other)
    ? undefined
    : "You don't have sufficient permission to perform this action."
}

/** `&1`, or `group&1` for an epic of another group. */
function reference({ situation: { world }, group }: EpicContext, epic: Epic): string {
  return epic.groupId === group.id ? `&${epic.iid}` : `${groupOf(world, epic).fullPath}&${epic.iid}`
}
