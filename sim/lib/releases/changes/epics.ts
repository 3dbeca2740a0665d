import type { Changes } from './change.ts'

export const epics = {
  'epics#later-personal-issues': {
    release: '18.6',
    before: 'An issue of a personal project cannot be in an epic',
    after: 'It can',
    doubtful: true,
  },
  'epics#later-related-of-group': {
    release: '15.9',
    before: 'There is no list of the links between epics of a group',
    after: '`GET /groups/:id/related_epic_links` lists them',
  },
  'epics#later-child-created': {
    release: '15.9',
    before: 'Creating a child epic answers with an epic',
    after:
      'It answers with `id`, `iid`, `title`, `group_id`, `parent_id`, `has_children`, `has_issues`, `reference`, `url` and `relation_url`',
    doubtful: true,
  },
  'epics#later-work-item': {
    release: '18.4',
    before: 'Epics have no `work_item_id`',
    after: '`work_item_id` is the ID of the work item that the epic is',
  },
  'epics#later-imported': {
    release: '17.2',
    before: 'Epics have no `imported`',
    after: '`imported` and `imported_from` tell whether an import made them, which none does here',
    doubtful: true,
  },
  'epics#later-issue-shape': {
    release: '18.9',
    before: 'An issue in the list of an epic shows what every reference to an issue shows',
    after: 'It also shows its links, references, epic, iteration and the rest of an issue on its own',
    doubtful: true,
  },
} as const satisfies Changes<'epics'>
