import { issueEntity } from '../../entities/issue.ts'
import { globalIssueEntity } from '../../entities/issue-detail.ts'
import { type DeployKey, deployKeyEntity } from '../../entities/key.ts'
import { releaseEntity } from '../../entities/release.ts'
import { tagNamed } from '../../model/branches.ts'
import { closedIssues } from '../../model/closing.ts'
import { projectsBelow } from '../../model/group-tree.ts'
import type { Release } from '../../model/release.ts'
import { can } from '../../policy/abilities.ts'
import { seesIssue } from '../../policy/issues.ts'
import { memberProjects } from '../../policy/member-projects.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'

// Rows that have a place of their own, looked at from somewhere else.

export const listGroupReleases = operation(
  {
    method: 'GET',
    path: '/groups/:id/releases',
    summary: 'List the releases of the projects in a group, the latest first',
    auth: 'public',
    subject: 'group',
    params: { sort: withDefault(oneOf(['asc', 'desc']), 'desc') },
    answers: { many: releaseEntity },
    beyond: true,
  },
  ({ world, group, params, view }) => {
    const turned = params.sort === 'asc' ? 1 : -1
    const projects = [...projectsBelow(world, group)].filter((project) => view.can('read_release', project))
    const releases = projects.flatMap(({ id }) => world.releases.by('byProject', id).list())
    const at = ({ releasedAt }: Release) => releasedAt
    return listed(releases.sort((a, b) => turned * (at(a) - at(b) || a.id - b.id)))
  },
)

export const getAnyIssue = operation(
  {
    method: 'GET',
    path: '/issues/:id',
    summary: 'One issue of any project, by its id',
    auth: 'admin',
    params: { id: required(integer({ about: 'Id of the issue, not its internal one' })) },
    answers: { one: globalIssueEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, params }) => {
    const issue = world.issues.get(params.id ?? 0)
    if (issue === undefined) throw notFound('Issue')
    return issue
  },
)

/** Tags are made without signatures here, and those of pushed ones are kept but not verified. */
export const getTagSignature = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/tags/:tag_name/signature',
    summary: 'The verified signature of a tag; none is verified, so none is found',
    auth: 'public',
    subject: 'project',
    needs: 'read_code',
    params: { tag_name: required(string({ about: 'Name of the tag' })) },
    dotted: ['tag_name'],
    answers: { value: { type: 'object' } },
    refuses: [404],
    beyond: true,
  },
  ({ world, project, params }) => {
    if (tagNamed(world, project, params.tag_name ?? '') === undefined) throw notFound('Tag')
    throw notFound('Signature')
  },
)

export const listRelatedIssues = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/related_issues',
    summary: 'Issues that a merge request closes or mentions',
    subject: 'merge_request',
    needs: 'read_merge_request',
    params: { merge_request_iid: required(integer({ about: 'Internal id of the merge request' })) },
    answers: { many: issueEntity },
    beyond: true,
  },
  ({ world, project, mergeRequest, view }) => {
    const notes = world.notes.by('byNoteable', 'MergeRequest', mergeRequest.id, 0).list()
    const texts = [mergeRequest.title, mergeRequest.description ?? '', ...notes.map(({ body }) => body)]
    const iids = new Set(texts.flatMap((text) => [...closedIssues(text), ...mentioned(text)]))
    const issues = [...iids].flatMap((iid) => world.issues.find('byIid', project.id, iid) ?? [])
    return listed(issues.filter((issue) => seesIssue(view.situation, issue)).sort((a, b) => a.id - b.id))
  },
)

function mentioned(text: string): number[] {
  return [...text.matchAll(/(?:^|[\s(,;:.])#(\d{1,9})\b/g)].map(([, iid]) => Number(iid))
}

export const listUserDeployKeys = operation(
  {
    method: 'GET',
    path: '/users/:user_id/project_deploy_keys',
    summary: 'List the deploy keys of the projects of a user, as far as the caller administers them',
    subject: 'user',
    answers: { many: deployKeyEntity },
    beyond: true,
  },
  ({ world, user, view }) => {
    const keys = new Map<number, DeployKey>()
    for (const project of memberProjects(world, user)) {
      if (!can(view.situation, 'admin_project', project)) continue
      for (const admission of world.deployKeyProjects.by('byProject', project.id).list())
        keys.set(admission.keyId, { key: world.keys.require(admission.keyId), canPush: admission.canPush })
    }
    return listed([...keys.values()])
  },
)
