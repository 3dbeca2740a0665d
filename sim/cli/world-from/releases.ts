import type { Deployment, Fields } from './deployment.ts'
import { filled, listOf, numberOf, recordOf, textOf, timeOf } from './fields.ts'
import type { People } from './people.ts'

/** The releases of a project, oldest first. Without the right to read the code their tags are hidden, and so are they. */
export async function releasesOf(
  deployment: Deployment,
  project: string,
  people: People,
): Promise<readonly object[] | undefined> {
  const rows = await deployment.all(`${project}/releases?order_by=created_at&sort=asc`)
  const releases = rows.flatMap((row): object[] => {
    const tag = textOf(row, 'tag_name')
    if (tag === undefined) return []
    const createdAt = timeOf(row, 'created_at')
    const releasedAt = timeOf(row, 'released_at')
    const milestones = listOf(row, 'milestones').flatMap((milestone) => textOf(milestone, 'title') ?? [])
    const links = linksOf(row, tag)
    return [
      filled({
        tag,
        name: textOf(row, 'name') === tag ? undefined : textOf(row, 'name'),
        description: textOf(row, 'description'),
        author: people.name(recordOf(row, 'author')),
        milestones: milestones.length === 0 ? undefined : milestones,
        createdAt,
        releasedAt: releasedAt === createdAt ? undefined : releasedAt,
        links: links.length === 0 ? undefined : links,
      }),
    ]
  })
  return releases.length === 0 ? undefined : releases
}

function linksOf(release: Fields, tag: string): readonly object[] {
  const rows = [...listOf(recordOf(release, 'assets'), 'links')]
  return rows
    .sort((one, other) => (numberOf(one, 'id') ?? 0) - (numberOf(other, 'id') ?? 0))
    .map((row) => {
      const type = textOf(row, 'link_type')
      return filled({
        name: textOf(row, 'name'),
        url: textOf(row, 'url'),
        filepath: filepathIn(textOf(row, 'direct_asset_url'), tag),
        type: type === 'other' ? undefined : type,
      })
    })
}

// The API shows where a link is found below the release, and nothing but that.
function filepathIn(address: string | undefined, tag: string): string | undefined {
  const below = `/-/releases/${encodeURIComponent(tag)}/downloads`
  const at = address?.indexOf(`${below}/`) ?? -1
  return at < 0 ? undefined : address?.slice(at + below.length)
}
