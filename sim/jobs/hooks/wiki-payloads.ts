import type { WikiPage } from '../../model/wikis/wiki.ts'
import { type Payload, type PayloadContext, pageOf, projectPart, userPart } from './parts.ts'

/** The payload of an event of a page of a project's wiki. */
export function wikiPagePayload(
  told: PayloadContext,
  page: WikiPage,
  action: 'create' | 'update' | 'delete',
): Payload {
  const { default_branch, git_ssh_url, git_http_url } = projectPart(told)
  const ofWiki = (address: unknown) => String(address).replace(/\.git$/, '.wiki.git')
  return {
    object_kind: 'wiki_page',
    user: userPart(told.world, told.user),
    project: projectPart(told),
    wiki: {
      web_url: pageOf(told, '/-/wikis/home'),
      git_ssh_url: ofWiki(git_ssh_url),
      git_http_url: ofWiki(git_http_url),
      path_with_namespace: `${told.project.fullPath}.wiki`,
      default_branch: default_branch ?? null,
    },
    object_attributes: {
      title: page.title,
      content: page.content,
      format: page.format,
      slug: page.slug,
      url: pageOf(told, `/-/wikis/${page.slug}`),
      action,
    },
  }
}
