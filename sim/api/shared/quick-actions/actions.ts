import { issueActions } from './issue-actions.ts'
import { mergeRequestActions } from './merge-request-actions.ts'
import { ownActions } from './own-actions.ts'
import { peopleAndLabels } from './people-and-labels.ts'
import type { Action } from './quick-action.ts'
import { stateActions } from './state-actions.ts'
import { timeActions } from './time-actions.ts'

/**
 * Quick actions about what is not served here, and those of epics and commits: they are taken out of texts, and never
 * apply to issues and merge requests (discussions#quick-actions-unserved).
 */
const others = [
  ...['add_contacts', 'remove_contacts', 'iteration', 'remove_iteration', 'zoom', 'remove_zoom'],
  ...['page', 'link', 'timeline', 'publish', 'invite_email', 'tag'],
  ...['child_epic', 'remove_child_epic', 'parent_epic', 'remove_parent_epic'],
]

/** Every quick action of issues and merge requests by its name. */
export const actions: ReadonlyMap<string, Action> = new Map([
  ...Object.entries(stateActions),
  ...Object.entries(peopleAndLabels),
  ...Object.entries(timeActions),
  ...Object.entries(ownActions),
  ...Object.entries(issueActions),
  ...Object.entries(mergeRequestActions),
  ...others.map((name): [string, Action] => [name, { when: () => false, run: () => undefined }]),
])

/** The own name of an action by each of its names. */
export const actionNames: ReadonlyMap<string, string> = new Map(
  [...actions].flatMap(([name, { aliases = [] }]) =>
    [name, ...aliases].map((alias): [string, string] => [alias, name]),
  ),
)
