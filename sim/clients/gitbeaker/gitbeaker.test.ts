import { GitbeakerRequestError, Gitlab } from '@gitbeaker/rest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Server, Simulator, Snapshot } from '../../index.ts'
import { testSimulator } from '../../testing/calls.ts'

// A client that knows nothing of us, over a real port: what it calls is what users call.
const PROJECT = 'acme/webapp'

describe.each(['real', 'specification'] as const)(
  'a client of the real service, in the dialect %s,',
  (dialect) => {
    let sim: Simulator
    let server: Server
    let fresh: Snapshot
    beforeAll(async () => {
      sim = testSimulator({ dialect })
      server = await sim.listen()
      fresh = sim.snapshot()
    })
    beforeEach(() => sim.restore(fresh))
    afterAll(() => server.close())

    const as = (user: string) => new Gitlab({ host: server.url, token: `${user}-token` })

    /** A new branch with one new file, made by a maintainer. */
    async function branch(name: string): Promise<void> {
      const actions = [{ action: 'create' as const, filePath: `${name}.md`, content: `# ${name}\n` }]
      await as('bob').Commits.create(PROJECT, name, `Begin ${name}`, actions, { startBranch: 'main' })
    }

    /** A merge request of carol's that can be merged. */
    async function opened(name: string) {
      await branch(name)
      return as('carol').MergeRequests.create(PROJECT, name, 'main', `Add ${name}`)
    }

    describe('with milestones', () => {
      test('lists, filters and pages', async () => {
        const { ProjectMilestones } = as('alice')
        const all = await ProjectMilestones.all(PROJECT)
        const closed = await ProjectMilestones.all(PROJECT, { state: 'closed' })
        const paged = await ProjectMilestones.all(PROJECT, { perPage: 3 })
        expect(paged).toEqual(all)
        expect(closed).toEqual(all.filter(({ state }) => state === 'closed'))
        expect(
          (await ProjectMilestones.all(PROJECT, { search: 'backlog' })).map(({ title }) => title),
        ).toEqual(['Backlog'])
        const { data, paginationInfo } = await ProjectMilestones.all(PROJECT, {
          perPage: 4,
          page: 2,
          showExpanded: true,
        })
        expect(data).toEqual(all.slice(4, 8))
        expect(paginationInfo).toMatchObject({
          total: all.length,
          current: 2,
          previous: 1,
          next: 3,
          perPage: 4,
        })
      })

      test.each(['alice', 'carol', 'dave'])(
        'lets %s create, update, close, activate and delete',
        async (user) => {
          const { ProjectMilestones } = as(user)
          const made = await ProjectMilestones.create(PROJECT, 'Spring', {
            dueDate: '2024-04-01',
            description: 'Flowers',
          })
          expect(made).toMatchObject({
            title: 'Spring',
            due_date: '2024-04-01',
            state: 'active',
            web_url: `${server.url}/acme/webapp/-/milestones/${made.iid}`,
          })
          const { id } = made
          expect(await ProjectMilestones.edit(PROJECT, id, { title: 'Summer' })).toMatchObject({
            id,
            title: 'Summer',
          })
          expect(await ProjectMilestones.edit(PROJECT, id, { stateEvent: 'close' })).toMatchObject({
            state: 'closed',
          })
          expect(await ProjectMilestones.edit(PROJECT, id, { stateEvent: 'activate' })).toMatchObject({
            state: 'active',
          })
          expect(await ProjectMilestones.show(PROJECT, id)).toMatchObject({
            id,
            title: 'Summer',
            description: 'Flowers',
          })
          await ProjectMilestones.remove(PROJECT, id)
          expect(await refused(ProjectMilestones.show(PROJECT, id))).toEqual({
            status: 404,
            text: '404 Not found',
          })
        },
      )

      test('lists what is in one', async () => {
        const { ProjectMilestones, MergeRequests } = as('alice')
        await MergeRequests.edit(PROJECT, 36, { milestoneId: 12 })
        const inside = await ProjectMilestones.allAssignedMergeRequests(PROJECT, 12)
        expect(inside.map(({ iid }) => iid)).toContain(36)
      })

      test('hides the project from mallory', async () => {
        const { ProjectMilestones } = as('mallory')
        const missing = { status: 404, text: '404 Project Not Found' }
        expect(await refused(ProjectMilestones.all(PROJECT))).toEqual(missing)
        expect(await refused(ProjectMilestones.create(PROJECT, 'Spring'))).toEqual(missing)
        expect(await refused(ProjectMilestones.remove(PROJECT, 12))).toEqual(missing)
      })
    })

    describe('with merge requests', () => {
      test('lists, filters and pages', async () => {
        const { MergeRequests } = as('alice')
        const all = await MergeRequests.all({ projectId: PROJECT })
        expect(await MergeRequests.all({ projectId: PROJECT, perPage: 7 })).toEqual(all)
        const carols = await MergeRequests.all({
          projectId: PROJECT,
          state: 'opened',
          authorUsername: 'carol',
        })
        expect(carols).toEqual(
          all.filter(({ state, author }) => state === 'opened' && author.username === 'carol'),
        )
        expect(carols.length).toBeGreaterThan(1)
        const mine = await MergeRequests.all()
        expect(mine.length).toBeGreaterThan(0)
        expect(mine.filter(({ author }) => author.username !== 'alice')).toEqual([])
      })

      test('lets carol create, update, close and reopen her own', async () => {
        await branch('greeting')
        const { MergeRequests } = as('carol')
        const made = await MergeRequests.create(PROJECT, 'greeting', 'main', 'Say hello', {
          labels: 'feature',
          squash: true,
        })
        expect(made).toMatchObject({
          title: 'Say hello',
          state: 'opened',
          labels: ['feature'],
          author: { username: 'carol' },
          references: { full: `acme/webapp!${made.iid}` },
        })
        const changed = await MergeRequests.edit(PROJECT, made.iid, {
          title: 'Say hello again',
          addLabels: 'bug',
        })
        expect(changed).toMatchObject({ title: 'Say hello again', labels: ['bug', 'feature'] })
        expect(await MergeRequests.edit(PROJECT, made.iid, { stateEvent: 'close' })).toMatchObject({
          state: 'closed',
        })
        expect(await MergeRequests.edit(PROJECT, made.iid, { stateEvent: 'reopen' })).toMatchObject({
          state: 'opened',
        })
        expect(await MergeRequests.show(PROJECT, made.iid)).toMatchObject({
          iid: made.iid,
          title: 'Say hello again',
        })
      })

      test('lets alice merge, and the branch then holds the change', async () => {
        const { iid } = await opened('greeting')
        const merged = await as('alice').MergeRequests.merge(PROJECT, iid, { shouldRemoveSourceBranch: true })
        expect(merged).toMatchObject({ state: 'merged', merge_user: { username: 'alice' } })
        expect(merged.merge_commit_sha).toMatch(/^[0-9a-f]{40}$/)
        const [newest] = await as('alice').Commits.all(PROJECT, { refName: 'main', perPage: 1, maxPages: 1 })
        expect(newest?.id).toBe(merged.merge_commit_sha)
        expect(await refused(as('alice').Branches.show(PROJECT, 'greeting'))).toMatchObject({ status: 404 })
        expect(await refused(as('alice').MergeRequests.merge(PROJECT, iid))).toEqual({
          status: 405,
          text: '405 Method Not Allowed',
        })
      })

      test('lets alice delete, and nobody below her', async () => {
        const { iid } = await opened('greeting')
        expect(await refused(as('carol').MergeRequests.remove(PROJECT, iid))).toEqual({
          status: 403,
          text: '403 Forbidden',
        })
        expect(await refused(as('bob').MergeRequests.remove(PROJECT, iid))).toEqual({
          status: 403,
          text: '403 Forbidden',
        })
        await as('alice').MergeRequests.remove(PROJECT, iid)
        expect(await refused(as('alice').MergeRequests.show(PROJECT, iid))).toEqual({
          status: 404,
          text: '404 Not found',
        })
      })

      test('keeps carol from merging into the protected default branch', async () => {
        const { iid } = await opened('greeting')
        expect(await refused(as('carol').MergeRequests.merge(PROJECT, iid))).toEqual({
          status: 401,
          text: '401 Unauthorized',
        })
        expect(await as('carol').MergeRequests.show(PROJECT, iid)).toMatchObject({ state: 'opened' })
      })

      test('keeps dave from creating and changing them, but lets him read', async () => {
        const { iid } = await opened('greeting')
        const { MergeRequests } = as('dave')
        expect(await MergeRequests.show(PROJECT, iid)).toMatchObject({ iid })
        expect(await refused(MergeRequests.create(PROJECT, 'dark-mode', 'main', 'Mine'))).toEqual({
          status: 403,
          text: '403 Forbidden',
        })
        expect(await refused(MergeRequests.edit(PROJECT, iid, { title: 'Mine' }))).toEqual({
          status: 403,
          text: '403 Forbidden',
        })
      })

      test('hides them from mallory', async () => {
        const { MergeRequests } = as('mallory')
        const missing = { status: 404, text: '404 Project Not Found' }
        expect(await refused(MergeRequests.all({ projectId: PROJECT }))).toEqual(missing)
        expect(await refused(MergeRequests.show(PROJECT, 36))).toEqual(missing)
        expect(await refused(MergeRequests.merge(PROJECT, 36))).toEqual(missing)
        expect(
          await MergeRequests.all({ scope: 'all', authorUsername: 'carol', projectId: 2 }).then(
            (them) => them.length,
          ),
        ).toBeGreaterThan(0)
      })

      test('explains why a second one of a branch is refused', async () => {
        const { iid } = await opened('greeting')
        const again = as('carol').MergeRequests.create(PROJECT, 'greeting', 'main', 'Again')
        const text = `["Another open merge request already exists for this source branch: !${iid}"]`
        expect(await refused(again)).toEqual({ status: 409, text })
      })
    })

    test('is refused without a token that counts', async () => {
      expect(await refused(as('unknown').Users.showCurrentUser())).toEqual({
        status: 401,
        text: '401 Unauthorized',
      })
      const text = dialect === 'real' ? 'invalid_token' : '401 Unauthorized'
      expect(await refused(as('alice-expired').Users.showCurrentUser())).toEqual({ status: 401, text })
    })

    test('walks projects by keyset', async () => {
      const { Projects } = as('alice')
      const walked = await Projects.all({ pagination: 'keyset', orderBy: 'id', sort: 'asc', perPage: 2 })
      const paged = await Projects.all({ orderBy: 'id', sort: 'asc' })
      expect(walked.map(({ id }) => id)).toEqual(paged.map(({ id }) => id))
    })
  },
)

/** Status and words of what a call was refused with. */
async function refused(call: Promise<unknown>): Promise<{ readonly status: number; readonly text: string }> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof GitbeakerRequestError) || error.cause === undefined) throw error
    const { response, description } = error.cause
    return { status: response.status, text: description }
  }
  throw new Error('the call was not refused')
}
