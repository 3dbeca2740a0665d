import { describe, expect, test } from 'vitest'
import type { Role } from '../targets/target.ts'
import { filtersAsDraft, isDraft } from './draft.ts'
import { failedTo, listedMilestones, type MilestoneRecord } from './milestones.ts'
import { pageHeaders, pageLinks, parseLinks } from './paging.ts'
import type { ProjectState } from './project-state.ts'
import { rights, type Verdict, verdictFor } from './rights.ts'
import { found } from './search.ts'
import { taskCompletion } from './tasks.ts'

describe('found', () => {
  test.each([
    ['login page', ['Add the login page'], true],
    ['page login', ['Add the login page'], true],
    ['login page', ['login', 'page'], false],
    ['"page login"', ['Add the login page'], false],
    ['to', ['to do'], false],
    ['TO', ['to'], true],
    ['a login', ['login'], true],
    ['', [null], true],
  ])('%s in %j: %s', (query, columns, expected) => {
    expect(found(query, columns, 3)).toBe(expected)
  })
})

describe('drafts', () => {
  test.each(['Draft: x', 'draft:x', '[DRAFT] x', '(draft)'])('%s is one', (title) =>
    expect(isDraft(title)).toBe(true),
  )
  test.each(['WIP: x', 'Draft x', 'A Draft: x', 'Draft - x'])('%s is none', (title) =>
    expect(isDraft(title)).toBe(false),
  )
  test('the filter also takes a dash', () => expect(filtersAsDraft('Draft - x')).toBe(true))
})

describe('taskCompletion', () => {
  test('counts items of every kind of list, and none in code', () => {
    const text =
      '- [x] a\n* [ ] b\n1. [X] c\n2) [ ] d\n  - [ ] e\n> - [x] f\n- [~] g\n```\n- [ ] h\n```\n[ ] i'
    expect(taskCompletion(text)).toEqual({ count: 6, completed_count: 3 })
  })
})

describe('paging', () => {
  test('of a list: empty, in the middle, past the end', () => {
    expect(pageHeaders({ page: 1, perPage: 20, total: 0 })).toMatchObject({
      'x-total': '0',
      'x-total-pages': '1',
      'x-next-page': '',
    })
    expect(pageLinks({ page: 2, perPage: 2, total: 6 })).toEqual([
      ['prev', 1],
      ['next', 3],
      ['first', 1],
      ['last', 3],
    ])
    expect(pageLinks({ page: 9, perPage: 2, total: 6 })).toEqual([
      ['first', 1],
      ['last', 3],
    ])
    expect(pageHeaders({ page: 9, perPage: 2, total: 6 })).toMatchObject({
      'x-prev-page': '',
      'x-next-page': '',
    })
  })

  test('nobody is told a total above 10,000', () => {
    expect(pageHeaders({ page: 1, perPage: 20, total: 10_001 })).not.toHaveProperty('x-total')
    expect(pageHeaders({ page: 1, perPage: 20, total: 10_000 })).toHaveProperty('x-total', '10000')
    expect(pageLinks({ page: 1, perPage: 20, total: 10_001 }).map(([rel]) => rel)).toEqual(['next', 'first'])
  })

  test('links are read in their order', () => {
    expect(parseLinks('<http://h/a?page=2>; rel="next", <http://h/a>; rel="first"')).toEqual([
      { rel: 'next', url: 'http://h/a?page=2' },
      { rel: 'first', url: 'http://h/a' },
    ])
  })
})

describe('rights', () => {
  const state: ProjectState = { archived: false, leaving: false, empty: false, features: {} }
  const open = { state, dialect: 'specification', own: false } as const
  const statusOf = (verdict: Verdict) => {
    if (verdict === 'allowed') return verdict
    return 'unknown' in verdict ? 'unknown' : verdict.status
  }
  const destroy = rights['DELETE /projects/:id/merge_requests/:merge_request_iid']
  test.each([
    ['owner', 'private', 'allowed'],
    ['maintainer', 'private', 403],
    ['guest', 'private', 404],
    ['stranger', 'private', 404],
    ['stranger', 'public', 403],
    ['anonymous', 'public', 401],
    ['admin', 'private', 'allowed'],
  ] as const)('%s deletes a merge request of a %s project: %s', (role, visibility, expected) => {
    if (destroy === undefined) throw new Error('the row is there')
    const verdict = verdictFor(destroy, { ...open, operation: 'DELETE', role, visibility })
    expect(statusOf(verdict)).toBe(expected)
  })

  test.each<[string, Role, Partial<ProjectState>, 'allowed' | 'unknown' | number]>([
    ['GET /projects/:id/wikis', 'guest', {}, 'allowed'],
    ['GET /projects/:id/wikis', 'guest', { features: { wiki: 'disabled' } }, 'unknown'],
    ['GET /projects/:id/wikis', 'guest', { features: { wiki: 'private' } }, 'allowed'],
    ['GET /projects/:id/wikis', 'stranger', { features: { wiki: 'private' } }, 'unknown'],
    ['GET /projects/:id/wikis', 'stranger', { features: { issues: 'private' } }, 'allowed'],
    ['GET /projects/:id/milestones', 'guest', { features: { issues: 'disabled' } }, 'allowed'],
    ['GET /projects/:id/approval_rules', 'developer', { archived: true }, 'unknown'],
    ['POST /projects/:id/approvals', 'developer', { archived: true }, 403],
    ['POST /projects/:id/approvals', 'owner', { archived: true }, 'unknown'],
  ])('%s of a public project, asked for by %s where %j: %s', (operation, role, state, expected) => {
    const right = rights[operation]
    if (right === undefined) throw new Error('the row is there')
    const where = { ...open, state: { ...open.state, ...state } }
    expect(statusOf(verdictFor(right, { ...where, operation, role, visibility: 'public' }))).toBe(expected)
  })

  test('who made an audit event may read it in the real service', () => {
    const operation = 'GET /projects/:id/audit_events/:audit_event_id'
    const right = rights[operation]
    if (right === undefined) throw new Error('the row is there')
    const asked = { ...open, operation, role: 'developer', visibility: 'private', own: true } as const
    expect(statusOf(verdictFor(right, { ...asked, dialect: 'real' }))).toBe('allowed')
    expect(statusOf(verdictFor(right, { ...asked, dialect: 'real', own: false }))).toBe(404)
    expect(statusOf(verdictFor(right, asked))).toBe(403)
  })
})

describe('milestones', () => {
  const record: MilestoneRecord = {
    id: 1,
    iid: 1,
    title: 'a',
    description: null,
    state: 'active',
    due_date: null,
    start_date: null,
    inherited: false,
  }

  test('stand by id, the newest first, whatever their due dates', () => {
    const dated = { ...record, id: 2, due_date: '2030-01-01' }
    const order = listedMilestones([record, dated, { ...dated, id: 3 }, { ...record, id: 4 }], {})
    expect(order.map(({ id }) => id)).toEqual([4, 3, 2, 1])
  })

  test('iids are ignored beside parents', () => {
    const filter = { iids: [77], include_parent_milestones: true }
    expect(listedMilestones([record, { ...record, id: 2, inherited: true }], filter)).toHaveLength(2)
    expect(listedMilestones([record], { iids: [77] })).toEqual([])
  })

  test('errors are written as a table of the language of the service', () => {
    expect(failedTo('create', { title: "can't be blank" })).toBe(
      'Failed to create milestone {:title=>["can\'t be blank"]}',
    )
  })
})
