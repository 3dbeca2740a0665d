import type { Deployment, Fields } from './deployment.ts'
import { filled, flagOf, listOf, numberOf, recordOf, textOf, textsOf, timeOf } from './fields.ts'
import type { Known } from './known.ts'
import type { People } from './people.ts'

/** Labels of a project or group, without those of groups above it. */
export async function labelsOf(deployment: Deployment, owner: string): Promise<readonly object[]> {
  const rows = await deployment.all(`${owner}/labels?include_ancestor_groups=false`)
  const own = rows.filter((row) => owner.startsWith('/groups') || row.is_project_label !== false)
  return own.map((row) =>
    filled({
      title: textOf(row, 'name'),
      color: textOf(row, 'color'),
      description: textOf(row, 'description'),
      priority: numberOf(row, 'priority'),
    }),
  )
}

export async function milestonesOf(deployment: Deployment, owner: string): Promise<readonly object[]> {
  const rows = await deployment.all(`${owner}/milestones?state=all`)
  return [...rows].sort(byNumber).map((row) =>
    filled({
      iid: numberOf(row, 'iid'),
      title: textOf(row, 'title'),
      description: textOf(row, 'description'),
      state: textOf(row, 'state'),
      startOn: textOf(row, 'start_date'),
      dueOn: textOf(row, 'due_date'),
      createdAt: timeOf(row, 'created_at'),
      updatedAt: timeOf(row, 'updated_at'),
    }),
  )
}

export async function issuesOf(
  deployment: Deployment,
  project: string,
  people: People,
  { leave }: Pick<Known, 'leave'>,
): Promise<readonly object[]> {
  const rows = [...(await deployment.all(`${project}/issues?scope=all&state=all`))].sort(byNumber)
  const issues: object[] = []
  for (const row of rows) {
    const owner = `${project}/issues/${row.iid}`
    const closed = textOf(row, 'state') === 'closed'
    const by = people.name(recordOf(row, 'closed_by')) ?? people.name(recordOf(row, 'author'))
    const at = timeOf(row, 'closed_at') ?? timeOf(row, 'updated_at')
    issues.push(
      filled({
        ...workOf(row, people),
        confidential: flagOf(row, 'confidential'),
        dueOn: textOf(row, 'due_date'),
        weight: numberOf(row, 'weight'),
        history: closed ? [filled({ action: 'closed', by, at })] : undefined,
        notes: await notesOf(deployment, owner, people),
        awards: await awardsOf(deployment, owner, people),
        links: await linksOf(deployment, owner, row, leave),
      }),
    )
  }
  return issues
}

/** The links of an issue, each at one of its two ends: at the one that blocks, or the one with the smaller number. */
async function linksOf(
  deployment: Deployment,
  owner: string,
  issue: Fields,
  leave: Known['leave'],
): Promise<readonly object[] | undefined> {
  const links = (await deployment.all(`${owner}/links`)).flatMap((row): object[] => {
    const [number, type] = [numberOf(row, 'iid') ?? 0, textOf(row, 'link_type')]
    if (row.project_id !== issue.project_id) {
      leave(`links of issues to those of other projects`)
      return []
    }
    const isOwn = type === 'blocks' || (type === 'relates_to' && number > (numberOf(issue, 'iid') ?? 0))
    return isOwn
      ? [
          filled({
            issue: number,
            type: type === 'blocks' ? type : undefined,
            at: timeOf(row, 'link_created_at'),
          }),
        ]
      : []
  })
  return links.length === 0 ? undefined : links
}

/** The emoji by which users reacted to an issue or a merge request. */
export async function awardsOf(
  deployment: Deployment,
  owner: string,
  people: People,
): Promise<readonly object[] | undefined> {
  const awards = (await deployment.all(`${owner}/award_emoji`)).flatMap((row): object[] => {
    const [name, user] = [textOf(row, 'name'), people.name(recordOf(row, 'user'))]
    return name === undefined || user === undefined ? [] : [{ name, user }]
  })
  return awards.length === 0 ? undefined : awards
}

/** What issues and merge requests have in common. */
export function workOf(row: Fields, people: People) {
  const stats = recordOf(row, 'time_stats')
  return {
    iid: numberOf(row, 'iid'),
    title: textOf(row, 'title'),
    description: textOf(row, 'description'),
    author: people.name(recordOf(row, 'author')),
    assignees: people.names(listOf(row, 'assignees')),
    labels: textsOf(row, 'labels'),
    milestone: textOf(recordOf(row, 'milestone'), 'title'),
    discussionLocked: flagOf(row, 'discussion_locked'),
    timeEstimate: numberOf(stats, 'time_estimate') || undefined,
    timeSpent: numberOf(stats, 'total_time_spent') || undefined,
    createdAt: timeOf(row, 'created_at'),
    updatedAt: timeOf(row, 'updated_at'),
  }
}

/** Comments and what the service noted by itself, thread by thread in order of their first note. */
export async function notesOf(
  deployment: Deployment,
  owner: string,
  people: People,
  placed?: (position: Fields) => object | undefined,
): Promise<readonly object[] | undefined> {
  const threads = await deployment.all(`${owner}/discussions`)
  const notes = threads.flatMap((thread, i) => {
    const alone = thread.individual_note === true
    return listOf(thread, 'notes').map((note) => {
      const position = recordOf(note, 'position')
      return {
        id: numberOf(note, 'id') ?? 0,
        described: filled({
          author: people.name(recordOf(note, 'author')),
          body: textOf(note, 'body') ?? '',
          at: timeOf(note, 'created_at'),
          updatedAt: timeOf(note, 'updated_at'),
          system: flagOf(note, 'system'),
          internal: flagOf(note, 'internal') ?? flagOf(note, 'confidential'),
          discussion: alone ? undefined : `thread-${i + 1}`,
          position: position === undefined ? undefined : placed?.(position),
          resolvedBy: people.name(recordOf(note, 'resolved_by')),
          resolvedAt: timeOf(note, 'resolved_at'),
        }),
      }
    })
  })
  return notes.length === 0
    ? undefined
    : notes.sort((one, other) => one.id - other.id).map(({ described }) => described)
}

export function byNumber(one: Fields, other: Fields): number {
  return (
    (numberOf(one, 'iid') ?? numberOf(one, 'id') ?? 0) -
    (numberOf(other, 'iid') ?? numberOf(other, 'id') ?? 0)
  )
}
