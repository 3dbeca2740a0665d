import type { Project } from '../../model/projects/project.ts'
import type { Release } from '../../model/releases/release.ts'
import { linksOf } from '../../model/releases/releases.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { redirection } from '../../protocol/redirect.ts'
import { notFound, recordNotFound } from '../../protocol/refusal.ts'
import type { Instant } from '../../time/calendar.ts'
import { releaseOf } from '../shared/release-place.ts'

const redirecting = {
  method: 'GET',
  subject: 'project',
  needs: 'read_code',
  auth: 'public',
  accepts: ['job_token'],
  answers: { status: 302, bytes: 'text/plain' },
  refuses: [404],
  beyond: true,
} as const

const latest = '/projects/:id/releases/permalink/latest'

export const getLatestRelease = operation(
  { ...redirecting, path: latest, summary: 'Get the latest release, by a redirect' },
  ({ world, project, now, view, request }) =>
    redirection(view.url(apiPathOf(latestOf(world, project, now))) + queryOf(request)),
)

export const getPathOfLatestRelease = operation(
  {
    ...redirecting,
    path: `${latest}/*suffix_path`,
    summary: 'Get a path below the latest release, by a redirect',
    params: { suffix_path: required(string({ filePath: true, about: 'Path below the release' })) },
  },
  ({ world, project, params, now, view, request }) => {
    const release = apiPathOf(latestOf(world, project, now))
    return redirection(view.url(`${release}/${params.suffix_path}`) + queryOf(request))
  },
)

export const downloadReleaseAsset = operation(
  {
    ...redirecting,
    path: '/projects/:id/releases/:tag_name/downloads/*direct_asset_path',
    summary: 'Download a release asset, by a redirect',
    params: {
      tag_name: required(string({ about: 'Tag of the release' })),
      direct_asset_path: required(
        string({ filePath: true, about: 'Path of the asset, the `direct_asset_path` of its link' }),
      ),
    },
    dotted: ['tag_name'],
  },
  ({ world, project, params }) => {
    const path = `/${params.direct_asset_path}`
    const link = linksOf(world, releaseOf(world, project, params.tag_name)).find(
      ({ filepath }) => filepath === path,
    )
    if (link === undefined) throw recordNotFound()
    return redirection(link.url)
  },
)

/** The query, which is kept but for an order; credentials in it stay out of the address that is answered. */
function queryOf({ url }: { readonly url: string }): string {
  const [, query = ''] = url.split(/\?(.*)/s)
  const kept = query
    .split('&')
    .filter((pair) => pair !== '' && !LEFT_OUT.has(decodeURIComponent(pair.split('=')[0] ?? '')))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

const LEFT_OUT: ReadonlySet<string> = new Set(['order_by', 'private_token', 'access_token', 'job_token'])

/** The latest release that is not an upcoming one. */
function latestOf(world: World, project: Project, now: Instant): Release {
  const last = world.releases.by('byReleased', project.id).within({ to: now }).last()
  if (last === undefined) throw notFound()
  return last
}

function apiPathOf({ projectId, tag }: Release): string {
  return `api/v4/projects/${projectId}/releases/${encodeURIComponent(tag)}`
}
