import { changeEpic, type EpicValues, epicDefaults, openEpic, setEpicState } from '../model/epics/epics.ts'
import { ExternalHostRefusal } from '../model/external-import/hosts/external-repository.ts'
import { getInstallationList } from '../model/external-import/hosts/installation.ts'
import { numberIn, type Row, textIn } from '../model/external-import/hosts/rest.ts'
import { groupLabelsIn } from '../model/labels/label-changes.ts'
import { reserveIid } from '../model/world.ts'
import { licensed } from '../policy/tier.ts'
import { parseDay } from '../time/calendar.ts'
import { attemptStep, type MigrationRun } from './migration-run.ts'

/** Epics of the group itself keep their numbers, and stand below each other as they did. */
export function migrateEpics(run: MigrationRun): void {
  const { world, remote, entity, user, now } = run
  const group = world.groups.get(entity.groupId ?? 0)
  if (group === undefined || !licensed(world, 'premium')) return
  const path = `/groups/${encodeURIComponent(entity.sourceFullPath)}/epics?include_descendant_groups=false`
  const rows = attemptStep(run, 'epics', 'extractor', () => epicsAt(remote, path)) ?? []
  const labels = groupLabelsIn(world, group, true)
  const made = new Map<number | null, number>()
  for (const row of [...rows].sort((a, b) => Number(a.iid) - Number(b.iid)))
    attemptStep(run, 'epics', 'loader', () => {
      const names: readonly unknown[] = Array.isArray(row.labels) ? row.labels : []
      const labelIds = labels.filter(({ title }) => names.includes(title)).map(({ id }) => id)
      const iid = numberIn(row, 'iid') ?? 0
      // The next number is the one that it had.
      if (iid > 1) reserveIid(world, 'epics', 'group', group.id, iid - 1)
      const epic = openEpic(world, group, user, { ...valuesOf(row), labelIds }, now)
      if (row.state === 'closed') setEpicState(world, epic, 'closed', now)
      made.set(numberIn(row, 'id'), epic.id)
    })
  for (const row of rows) {
    const [id, parentId] = [numberIn(row, 'id'), numberIn(row, 'parent_id')].map((it) => made.get(it))
    if (id !== undefined && parentId !== undefined)
      attemptStep(run, 'epics', 'loader', () => changeEpic(world, world.epics.require(id), { parentId }, now))
  }
}

// A source whose plan has no epics says so by a refusal.
function epicsAt(remote: MigrationRun['remote'], path: string): readonly Row[] {
  try {
    return getInstallationList(remote, path)
  } catch (problem) {
    const status = problem instanceof ExternalHostRefusal ? problem.status : undefined
    if (status === 403 || status === 404) return []
    throw problem
  }
}

function valuesOf(row: Row): EpicValues {
  const day = (name: string) => parseDay(textIn(row, name) ?? '') ?? null
  return {
    ...epicDefaults,
    title: textIn(row, 'title') ?? '',
    description: textIn(row, 'description'),
    confidential: row.confidential === true,
    color: textIn(row, 'color') ?? epicDefaults.color,
    startDateFixed: day('start_date_fixed'),
    startDateIsFixed: row.start_date_is_fixed === true,
    dueDateFixed: day('due_date_fixed'),
    dueDateIsFixed: row.due_date_is_fixed === true,
  }
}
