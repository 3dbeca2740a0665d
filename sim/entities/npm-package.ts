import { type Package, packageStatuses } from '../model/packages/package.ts'
import { constant, entity, integer, nullable, oneOfTexts, text, timestamp } from './entity.ts'

/** The row of a package, which publishing with npm answers. */
export const publishedPackageEntity = entity<Package>('PublishedPackage', {
  id: integer((it) => it.id),
  project_id: integer((it) => it.projectId),
  created_at: timestamp((it) => it.createdAt),
  updated_at: timestamp((it) => it.updatedAt),
  name: text((it) => it.name),
  version: text((it) => it.version ?? ''),
  package_type: constant('npm'),
  creator_id: nullable(integer((it) => it.creatorId as number)),
  status: oneOfTexts(packageStatuses, (it) => it.status),
  last_downloaded_at: nullable(timestamp((it) => it.lastDownloadedAt)),
  status_message: constant(null),
})
