import { readBlob } from '../../git/objects.ts'
import { branchHead } from '../../git/repository.ts'
import { entryAt, walkTree } from '../../git/tree.ts'
import { text } from '../../lib/bytes.ts'
import { commitOf } from '../branches/branches.ts'
import type { Template } from '../installation/templates.ts'
import { objectsOf, repositoryOf } from '../repository/repository.ts'
import type { World } from '../world.ts'
import type { Project } from './project.ts'

const folders = {
  issues: '.gitlab/issue_templates',
  merge_requests: '.gitlab/merge_request_templates',
} as const
export type DescriptionKind = keyof typeof folders

/** What a project offers to begin descriptions with: Markdown in a folder of its default branch, by name. */
export function descriptionTemplates(world: World, project: Project, kind: DescriptionKind): Template[] {
  const head = branchHead(repositoryOf(world, project), project.defaultBranch)
  if (head === undefined) return []
  const objects = objectsOf(world)
  const folder = entryAt(objects, commitOf(world, project, head).commit.tree, folders[kind])
  if (folder?.type !== 'tree') return []
  const files = [...walkTree(objects, folder.id)].filter(
    ({ name, type }) => type === 'blob' && /\.md$/.test(name),
  )
  return files.map(({ name, id }) => {
    const title = name.slice(0, -'.md'.length)
    return { key: title, name: title, content: text(readBlob(objects, id)) }
  })
}
