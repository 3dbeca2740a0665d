import { closeIssue, reopenIssue } from '../../../model/issues/issues.ts'
import { closeMergeRequest, reopenMergeRequest } from '../../../model/merge-requests/merge-requests.ts'
import { callerOf, changed } from './named.ts'
import type { Action, ActionContext } from './quick-action.ts'

// Quick actions that issues and merge requests share: state, title and discussion.

export const stateActions: { readonly [name: string]: Action } = {
  close: states('close'),
  reopen: states('reopen'),
  title: {
    by: 'author',
    afterwards: true,
    run: (it) =>
      it.text === ''
        ? undefined
        : changed(it, { title: it.text }, `Changed the title to "${it.text}".`, { title: it.text }),
  },
  lock: locks(true),
  unlock: locks(false),
}

function states(event: 'close' | 'reopen'): Action {
  return {
    by: 'author',
    afterwards: true,
    when: ({ was }) => was.row.state === (event === 'close' ? 'opened' : 'closed'),
    run: (it) => ({
      on: moved(it, event),
      message: `${event === 'close' ? 'Closed' : 'Reopened'} this ${noun(it)}.`,
      changes: { state_event: event },
    }),
  }
}

function moved(it: ActionContext, event: 'close' | 'reopen'): ActionContext['on'] {
  const { on, situation } = it
  const { world, now } = situation
  const by = callerOf(it)
  if (on.kind === 'Issue')
    return { kind: 'Issue', row: (event === 'close' ? closeIssue : reopenIssue)(world, on.row, by, now) }
  const move = event === 'close' ? closeMergeRequest : reopenMergeRequest
  return { kind: 'MergeRequest', row: move(world, on.row, by.id, now) }
}

function locks(discussionLocked: boolean): Action {
  return {
    afterwards: true,
    when: ({ was }) => (was.row.discussionLocked === true) !== discussionLocked,
    run: (it) =>
      changed(it, { discussionLocked }, `${discussionLocked ? 'Locked' : 'Unlocked'} the discussion.`, {
        discussion_locked: discussionLocked,
      }),
  }
}

export function noun({ on }: Pick<ActionContext, 'on'>): string {
  return on.kind === 'Issue' ? 'issue' : 'merge request'
}
