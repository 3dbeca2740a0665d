import type { Furniture, Stage } from '../run/stage.ts'
import type { Made } from './create.ts'

/** What administrators of a project, of its group and of the installation arrange. */
export async function createAdministrationRecords(stage: Stage, made: Made): Promise<Furniture> {
  const { id, path } = stage.project
  const found: { [place: string]: string | number | undefined } = {}
  const places = [['projects', id], ...(stage.inGroup ? [['groups', stage.group.id] as const] : [])] as const
  for (const [kind, of] of places) {
    for (const name of ['one', 'two', 'three']) {
      const invited = { id: of, email: `${name}-${of}@furniture.example`, access_level: 10 }
      await made(stage, `POST /${kind}/:id/invitations`, invited)
      const cluster = {
        id: of,
        name,
        environment_scope: name,
        platform_kubernetes_attributes: { api_url: 'https://cluster.example', token: 'secret' },
      }
      found[`${kind}.clusters`] = await made(stage, `POST /${kind}/:id/clusters/user`, cluster)
    }
    found[`${kind}.invitations`] = `one-${of}@furniture.example`
    const wiki = { id: of, slug: 'external-wiki', external_wiki_url: 'https://wiki.example' }
    found[`${kind}.integrations`] = await made(stage, `PUT /${kind}/:id/integrations/:slug`, wiki, 'slug')
    await made(stage, `POST /${kind}/:id/push_rule`, { id: of, deny_delete_tag: true })
  }
  if (stage.inGroup) {
    const { id: group } = stage.group
    for (const name of ['one', 'two', 'three']) {
      const saml = { id: group, saml_group_name: name, access_level: 10 }
      found['groups.saml_group_links'] = await made(stage, 'POST /groups/:id/saml_group_links', saml, 'name')
    }
    const epics = 'POST /groups/:id/epics'
    for (const title of ['One', 'Two', 'Three'])
      found['groups.epics'] = await made(stage, epics, { id: group, title, labels: 'planned' }, 'iid')
    const epic = { id: group, epic_iid: 1 }
    const child = await made(stage, `${epics}/:epic_iid/epics`, { ...epic, title: 'Below' })
    found.child_epic_id = child
    found['groups.epics'] = 1
    const told = await stage.call('GET /groups/:id/epics', { id: group, sort: 'asc' }, { as: 'owner' })
    const [first] = told.status === 200 ? told.rows() : []
    if (first !== undefined) Object.assign(found, await discussedEpic(stage, made, Number(first.id)))
    for (const body of ['A note', 'Another', 'A third one'])
      found['epics.notes'] = await made(stage, `${epics}/:epic_iid/notes`, { ...epic, body })
    const issues = await stage.call('GET /projects/:id/issues', { id }, { as: 'owner' })
    const [issue] = issues.status === 200 ? issues.rows() : []
    const part = { ...epic, epic_issue_id: Number(issue?.id) }
    found['epics.issues'] = await made(stage, `${epics}/:epic_iid/issues/:epic_issue_id`, part)
    await stage.call('POST /groups/:id/export', { id: group }, { as: 'owner' })
    const role = { id: stage.group.id, name: 'Furniture', base_access_level: 10, read_code: true }
    found['groups.member_roles'] = await made(stage, 'POST /groups/:id/member_roles', role)
    const let_in = { id, target_group_id: stage.group.id }
    const grant = 'POST /projects/:id/job_token_scope/groups_allowlist'
    found['job_token_scope.groups_allowlist'] = await made(stage, grant, let_in, 'target_group_id')
  }
  const protect = 'POST /projects/:id/packages/protection/rules'
  const guarded = { package_type: 'npm', minimum_access_level_for_push: 'maintainer' }
  const registry = 'POST /projects/:id/registry/protection'
  const levels = { minimum_access_level_for_push: 'owner', minimum_access_level_for_delete: 'owner' }
  for (const name of ['one', 'two', 'three']) {
    const pattern = { id, package_name_pattern: `@furniture/${name}-*`, ...guarded }
    found['packages.protection.rules'] = await made(stage, protect, pattern)
    const repository = { id, repository_path_pattern: `${path.toLowerCase()}/${name}*`, ...levels }
    found['protection.repository.rules'] = await made(stage, `${registry}/repository/rules`, repository)
    const tag = { id, tag_name_pattern: `${name}-*`, ...levels }
    found['protection.tag.rules'] = await made(stage, `${registry}/tag/rules`, tag)
    const domain = { id, domain: `${name}-${id}.furniture.example` }
    found['pages.domains'] = await made(stage, 'POST /projects/:id/pages/domains', domain, 'domain')
    const asked = { id, name, external_url: `https://check.example/${name}` }
    found['projects.external_status_checks'] = await made(
      stage,
      'POST /projects/:id/external_status_checks',
      asked,
    )
  }
  found.external_status_check_id = found['projects.external_status_checks']
  if (stage.has('admin')) {
    const role = { name: `Furniture ${id}`, base_access_level: 10, read_code: true }
    found.member_roles = await made(stage, 'POST /member_roles', role, 'id', 'admin')
    const cluster = {
      name: `furniture-${id}`,
      environment_scope: `furniture-${id}`,
      platform_kubernetes_attributes: { api_url: 'https://cluster.example', token: 'secret' },
    }
    found['admin.clusters'] = await made(stage, 'POST /admin/clusters/add', cluster, 'id', 'admin')
  }
  return found
}

async function discussedEpic(stage: Stage, made: Made, epic_id: number): Promise<Furniture> {
  const threads = 'POST /groups/:id/epics/:epic_id/discussions'
  const at = { id: stage.group.id, epic_id }
  const found: { [place: string]: string | number | undefined } = { 'groups.epics/epic_id': epic_id }
  for (const body of ['A thread', 'Another', 'A third one'])
    found['groups.epics.discussions'] = await made(stage, threads, { ...at, body })
  const discussion_id = found['groups.epics.discussions']
  if (discussion_id === undefined) return found
  const said = { ...at, discussion_id, body: 'An answer' }
  found['epics.discussions.notes'] = await made(stage, `${threads}/:discussion_id/notes`, said)
  return found
}
