import { expect, test } from 'vitest'
import type { Milestone } from '../../model/milestones/milestone.ts'
import { testSimulator } from '../../testing/calls.ts'

/** More than are looked up one by one. */
const MANY = 210

test('of many milestones the ones that are due next, or started, are told after each write', () => {
  const sim = testSimulator()
  const { issues, milestones } = sim.world
  const [issue, milestone] = [issues.require(1), milestones.require(1)]
  const [first, firstIssue] = [Number(milestones.last()?.id) + 1, Number(issues.last()?.id) + 1]
  const own = { projectId: 1, groupId: null, state: 'closed', startOn: null } as const
  for (let i = 0; i < MANY; i++) {
    milestones.put({
      ...milestone,
      ...own,
      id: first + i,
      iid: 9000 + i,
      title: `row-${i}`,
      dueOn: '2998-01-01',
    })
    issues.put({ ...issue, id: firstIssue + i, iid: 9000 + i, projectId: 1, milestoneId: first + i })
  }
  const found = (word: string): number[] => {
    const url = `/api/v4/projects/1/issues?milestone_id=${word}&per_page=100`
    const { body } = sim.handle({ method: 'GET', url, headers: { 'private-token': 'root-token' } })
    const ids: number[] = JSON.parse(String(body)).map(({ id }: { readonly id: number }) => id - firstIssue)
    return ids.filter((i) => i >= 0).sort((a, b) => a - b)
  }
  const write = (i: number, columns: Partial<Milestone>) => milestones.update(first + i, columns)
  expect([found('Upcoming'), found('Started')]).toEqual([[], []])
  for (const { id, dueOn } of milestones.all().list())
    if (id < first && dueOn !== null) milestones.update(id, { state: 'closed' })
  write(3, { state: 'active' })
  write(150, { state: 'active' })
  expect(found('Upcoming')).toEqual([3, 150])
  write(9, { state: 'active', dueOn: '2997-01-01', startOn: '2001-01-01' })
  expect([found('Upcoming'), found('Started')]).toEqual([[9], [9]])
  write(9, { startOn: '2999-01-01' })
  issues.update(firstIssue, { milestoneId: first + 9 })
  expect([found('Upcoming'), found('Started')]).toEqual([[0, 9], []])
  write(9, { state: 'closed' })
  expect(found('Upcoming')).toEqual([3, 150])
})
