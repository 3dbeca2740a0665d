import { check } from '../../kit/check.ts'
import { equals, holds, textIn } from '../../kit/expect.ts'
import type { Json } from '../../kit/json.ts'
import { hostedRepository } from '../../servers/hosts.ts'
import { imported } from './import-requests.ts'
import { start } from './import-status.ts'

const api = `/api/v3/repos/${hostedRepository.fullName}`
const at = '2023-05-02T10:00:00Z'

const issue = { number: 3, title: 'Old', state: 'open', created_at: at, labels: [], milestone: null }
const label = { name: 'bug', color: 'd9534f', description: null }

export const importedEvents = check<boolean>({
  id: 'external-import/imported-events',
  says: 'Events of labels and states are imported where single_endpoint_issue_events_import is on, and only there',
  source: 'external-import#events, external-import#optional-stages',
  level: 'should',
  covers: [start],
  needs: { in: 'group' },
  each: () => [true, false],
  holds: async (stage, wished) => {
    const pages = () => ({
      [`${api}/labels`]: [label],
      [`${api}/issues`]: [issue],
      [`${api}/issues/3/timeline`]: [
        { id: 1, event: 'labeled', label, created_at: at, actor: { login: 'afar' } },
        { id: 2, event: 'unlabeled', label, created_at: at, actor: { login: 'afar' } },
        { id: 3, event: 'closed', created_at: at, actor: { login: 'afar' } },
        { id: 4, event: 'reopened', created_at: at, actor: { login: 'afar' } },
      ],
    })
    const id = await imported(stage, pages, {
      optional_stages: { single_endpoint_issue_events_import: wished },
    })
    const told = async (kind: 'label' | 'state', key: string): Promise<Json> => {
      const operation = `GET /projects/:id/issues/:eventable_id/resource_${kind}_events`
      const list = await stage.call(operation, { id, eventable_id: 3 })
      return list.rows().map((row) => [row[key] ?? null, Date.parse(String(row.created_at))])
    }
    const when = Date.parse(at)
    equals(
      'events of labels',
      await told('label', 'action'),
      wished
        ? [
            ['add', when],
            ['remove', when],
          ]
        : [],
    )
    equals(
      'events of states',
      await told('state', 'state'),
      wished
        ? [
            ['closed', when],
            ['reopened', when],
          ]
        : [],
    )
  },
})

export const thoroughComments = check<boolean>({
  id: 'external-import/thorough-comments',
  says: 'With single_endpoint_notes_import comments are asked for by each issue, and otherwise by the list of all',
  source: 'external-import#thorough-notes, external-import#optional-stages',
  level: 'should',
  covers: [start],
  needs: { in: 'group' },
  each: () => [true, false],
  holds: async (stage, wished) => {
    const comment = (body: string, url: string) => ({
      ...{ id: body.length, body, created_at: at, updated_at: at },
      issue_url: `${url}${api}/issues/3`,
    })
    const pages = (_: object, url: string) => ({
      [`${api}/issues`]: [issue],
      [`${api}/issues/comments`]: [comment('Of all', url)],
      [`${api}/issues/3/comments`]: [comment('Of all', url), comment('Of this one', url)],
    })
    const id = await imported(stage, pages, { optional_stages: { single_endpoint_notes_import: wished } })
    const notes = await stage.call('GET /projects/:id/issues/:issue_iid/notes', { id, issue_iid: 3 })
    const bodies = notes.rows().map((row) => textIn(row, 'body'))
    equals('the comments', bodies.sort(), wished ? ['Of all', 'Of this one'] : ['Of all'])
  },
})

export const importedAttachments = check<boolean>({
  id: 'external-import/imported-attachments',
  says: 'With attachments_import texts link to uploads of the project, and otherwise to the host',
  source: 'external-import#attachments, external-import#optional-stages',
  level: 'should',
  covers: [start],
  needs: { in: 'group' },
  each: () => [true, false],
  holds: async (stage, wished) => {
    const address = (url: string) => `${url}/${hostedRepository.fullName}/assets/1/cat.png`
    let kept = ''
    const id = await imported(
      stage,
      (_, url) => {
        kept = address(url)
        return { [`${api}/issues`]: [{ ...issue, body: `See ![cat](${kept}) here` }] }
      },
      { optional_stages: { attachments_import: wished } },
    )
    const { description } = (
      await stage.call('GET /projects/:id/issues/:issue_iid', { id, issue_iid: 3 })
    ).row()
    const link = /!\[cat\]\((.*)\)/.exec(String(description))?.[1] ?? ''
    if (!wished) return equals('the link', link, kept)
    holds(/^\/uploads\/[0-9a-f]{32}\/cat\.png$/.test(link), 'the link is that of an upload', link)
  },
})
