import { describe, expect, test } from 'vitest'
import { contract, dialects, everyOperation } from '../sim/contract.ts'
import { mutants } from './mutants/index.ts'
import { rights } from './oracle/rights.ts'
import { coverage } from './report/coverage.ts'
import { wholePlan } from './run/plan.ts'
import { suite } from './suite.ts'

/** The operations that the specification gives these families. */
const specified = [
  'GET /search',
  'GET /groups/:id/search',
  'GET /projects/:id/search',
  'GET /application/settings',
  'PUT /application/settings',
  'GET /merge_requests',
  'GET /projects/:id/merge_requests',
  'POST /projects/:id/merge_requests',
  'PUT /projects/:id/merge_requests/:merge_request_iid',
  'DELETE /projects/:id/merge_requests/:merge_request_iid',
  'PUT /projects/:id/merge_requests/:merge_request_iid/merge',
  'GET /projects/:id/milestones',
  'POST /projects/:id/milestones',
  'GET /projects/:id/milestones/:milestone_id',
  'PUT /projects/:id/milestones/:milestone_id',
  'DELETE /projects/:id/milestones/:milestone_id',
  'GET /projects/:id/milestones/:milestone_id/issues',
  'GET /projects/:id/milestones/:milestone_id/merge_requests',
  'POST /projects/:id/milestones/:milestone_id/promote',
  'GET /projects/:id/milestones/:milestone_id/burndown_events',
  'GET /projects',
  'GET /users/:user_id/projects',
  'GET /projects/:id/repository/tree',
  'GET /projects/:id/repository/blobs/:sha',
  'GET /projects/:id/repository/blobs/:sha/raw',
  'GET /projects/:id/repository/archive',
  'GET /projects/:id/repository/compare',
  'GET /projects/:id/repository/contributors',
  'GET /projects/:id/repository/merge_base',
  'GET /projects/:id/repository/changelog',
  'POST /projects/:id/repository/changelog',
  'GET /projects/:id/packages',
  'GET /groups/:id/packages',
  'GET /projects/:id/packages/:package_id',
  'DELETE /projects/:id/packages/:package_id',
  'GET /projects/:id/packages/:package_id/package_files',
  'DELETE /projects/:id/packages/:package_id/package_files/:package_file_id',
  'GET /projects/:id/approvals',
  'POST /projects/:id/approvals',
  'GET /projects/:id/approval_rules',
  'POST /projects/:id/approval_rules',
  'GET /projects/:id/approval_rules/:approval_rule_id',
  'PUT /projects/:id/approval_rules/:approval_rule_id',
  'DELETE /projects/:id/approval_rules/:approval_rule_id',
  'GET /projects/:id/merge_requests/:merge_request_iid/approvals',
  'POST /projects/:id/merge_requests/:merge_request_iid/approvals',
  'GET /projects/:id/merge_requests/:merge_request_iid/approval_state',
  'GET /projects/:id/dependencies',
  'GET /runners',
  'GET /runners/all',
  'GET /runners/:id',
  'PUT /runners/:id',
  'GET /runners/:id/jobs',
  'GET /projects/:id/runners',
  'POST /projects/:id/runners',
  'DELETE /projects/:id/runners/:runner_id',
  'GET /groups/:id/runners',
  'GET /projects/:id/protected_tags',
  'GET /projects/:id/protected_tags/:name',
  'POST /projects/:id/protected_tags',
  'DELETE /projects/:id/protected_tags/:name',
  'GET /projects/:id/feature_flags_user_lists',
  'POST /projects/:id/feature_flags_user_lists',
  'GET /projects/:id/feature_flags_user_lists/:iid',
  'PUT /projects/:id/feature_flags_user_lists/:iid',
  'DELETE /projects/:id/feature_flags_user_lists/:iid',
  'PUT /suggestions/:id/apply',
  'PUT /suggestions/batch_apply',
  'GET /keys/:id',
  'GET /keys',
  'POST /security/projects/:id/vulnerability_exports',
  'POST /security/groups/:id/vulnerability_exports',
  'POST /security/vulnerability_exports',
  'GET /security/vulnerability_exports/:id',
  'GET /security/vulnerability_exports/:id/download',
  'GET /audit_events',
  'GET /audit_events/:id',
  'GET /groups/:id/audit_events',
  'GET /groups/:id/audit_events/:audit_event_id',
  'GET /projects/:id/audit_events',
  'GET /projects/:id/audit_events/:audit_event_id',
  'POST /projects/:id/export',
  'GET /projects/:id/export',
  'GET /projects/:id/export/download',
  'POST /projects/import',
  'POST /projects/remote-import',
  'POST /projects/remote-import-s3',
  'GET /projects/:id/import',
  'POST /import/extgit',
  'POST /import/extgit/cancel',
  'POST /import/extgit/gists',
  'POST /import/extserver',
  'POST /bulk_imports',
  'GET /bulk_imports',
  'GET /bulk_imports/entities',
  'GET /bulk_imports/:import_id',
  'GET /bulk_imports/:import_id/entities',
  'GET /bulk_imports/:import_id/entities/:entity_id',
]

describe.each(dialects)('the suite in the %s dialect', (dialect) => {
  const agreed = contract(dialect)
  const plan = wholePlan(suite, agreed)
  const operations = new Set(everyOperation().map(({ id }) => id))

  test('has no id twice', () => {
    const ids = plan.map(({ id }) => id)
    const seen = new Set<string>()
    expect(ids.filter((id) => seen.size === seen.add(id).size)).toEqual([])
  })

  test('gives every check an id, a sentence and a source', () => {
    for (const { id, says, source } of plan) {
      expect(id).toMatch(/^[a-z-]+\/[a-z0-9-]+(\/[a-z0-9_.-]+)?$/)
      expect(says.length).toBeGreaterThan(20)
      expect(source).toMatch(/^[a-z-]+#[a-z0-9-]+(, [a-z-]+#[a-z0-9-]+)*$/)
    }
  })

  test('covers only operations that there are', () => {
    const named = plan.flatMap(({ covers, needs }) => [...covers, ...(needs?.about ?? [])])
    expect(named.filter((id) => !operations.has(id))).toEqual([])
  })

  test('depends only on checks that run before', () => {
    const ids = plan.map(({ id }) => id)
    const before = (id: string, at: number) => ids.indexOf(id) >= 0 && ids.indexOf(id) < at
    expect(plan.flatMap(({ after = [] }, at) => after.filter((id) => !before(id, at)))).toEqual([])
  })

  test('looks at every operation with a law, and at each of the specification with a check of its own', () => {
    const rows = coverage(suite, agreed)
    expect(rows.filter(({ laws }) => laws.length === 0).map(({ operation }) => operation)).toEqual([])
    const checked = new Set(rows.filter(({ checks }) => checks.length > 0).map(({ operation }) => operation))
    expect(specified.filter((id) => !checked.has(id))).toEqual([])
  })

  test('has a row of rights for every operation of the specification on a project', () => {
    // Who may write a changelog depends on the branch; checks of its own try that.
    const byBranch = 'POST /projects/:id/repository/changelog'
    const named = specified.filter((id) => id.includes('/projects/:id/') && id !== byBranch)
    expect(named.filter((id) => rights[id] === undefined)).toEqual([])
  })

  test('has a check for every mutant', () => {
    const ids = new Set(plan.map(({ id }) => id))
    expect(mutants.filter(({ caughtBy }) => !ids.has(caughtBy)).map(({ name }) => name)).toEqual([])
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  })
})
