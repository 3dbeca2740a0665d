import type { Steps } from '../../lib/steps.ts'
import { linkIssues } from '../issues/issue-links.ts'
import { type Loading, loadEach, type ProjectScope, timeOf } from './loading.ts'
import { placed } from './placed.ts'

/** Links between issues, once those of all projects are there. */
export function* loadIssueLinks(loading: Loading, scope: ProjectScope): Steps<void> {
  const { world } = loading
  const issues = world.issues.by('byIid', scope.row.id).list()
  yield* loadEach(loading, scope.description.issues, ({ links }, i) =>
    loadEach(loading, links, (link, n) => {
      const path = `${scope.path}.issues[${i}].links[${n}]`
      const there =
        link.project === undefined ? scope : loading.projects.require(link.project, `${path}.project`)
      const target = world.issues.find('byIid', there.row.id, link.issue)
      if (target === undefined)
        throw new Error(`${path}.issue: there is no issue ${link.issue} in ${there.row.fullPath}`)
      const source = issues[i]
      if (source === undefined) throw new Error(`${path}: its issue is not there`)
      const made = placed(path, () =>
        linkIssues(world, source, target, link.type ?? 'relates_to', timeOf(loading, link.at)),
      )
      if (made === undefined) throw new Error(`${path}: the two issues are linked already`)
    }),
  )
}
