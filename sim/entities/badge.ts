import type { Badge } from '../model/badges/badge.ts'
import { renderedUrl } from '../model/badges/badges.ts'
import type { Project } from '../model/projects/project.ts'
import { entity, type Fields, integer, nullable, oneOfTexts, text } from './entity.ts'

/** A badge as it looks on the page of a project; addresses keep their placeholders where there is none. */
export interface ShownBadge {
  readonly badge: Pick<Badge, 'name' | 'linkUrl' | 'imageUrl'>
  readonly project: Project | undefined
}

const fields: Fields<ShownBadge> = {
  name: nullable(text(({ badge }) => badge.name as string)),
  link_url: text(({ badge }) => badge.linkUrl),
  image_url: text(({ badge }) => badge.imageUrl),
  rendered_link_url: text(({ badge, project }, { world }) => renderedUrl(world, badge.linkUrl, project)),
  rendered_image_url: text(({ badge, project }, { world }) => renderedUrl(world, badge.imageUrl, project)),
}

/** A preview of a badge. */
export const badgePreviewEntity = entity<ShownBadge>('TriedBadge', fields)

export const badgeEntity = entity<ShownBadge & { readonly badge: Badge }>('Badge', {
  ...(fields as Fields<ShownBadge & { readonly badge: Badge }>),
  id: integer(({ badge }) => badge.id),
  kind: oneOfTexts(['project', 'group'], ({ badge }) => (badge.projectId === null ? 'group' : 'project')),
})
