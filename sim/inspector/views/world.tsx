import { RowLink } from '../parts.tsx'
import { type Row, titleOf, useRows } from '../rows.ts'

/** Groups with what is in them, then what belongs to users. */
export function World() {
  const groups = useRows('groups') ?? []
  const projects = useRows('projects') ?? []
  const users = useRows('users') ?? []
  const owners = users.filter((user) => projects.some((project) => isOf(project, 'user', user.namespaceId)))
  return (
    <>
      <h1>World</h1>
      <nav aria-label="Groups and projects">
        <ul class="tree">
          {groups
            .filter(({ parentId }) => parentId === null || parentId === undefined)
            .map((group) => (
              <Group key={group.id} group={group} groups={groups} projects={projects} />
            ))}
          {owners.map((user) => (
            <li key={`user${user.id}`}>
              <RowLink table="users" id={user.id} text={`@${user.username}`} />
              <ul>
                {projects
                  .filter((project) => isOf(project, 'user', user.namespaceId))
                  .map((project) => (
                    <Project key={project.id} project={project} />
                  ))}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
      <h2>Users</h2>
      <ul class="plain columns">
        {users.map((user) => (
          <li key={user.id}>
            <RowLink table="users" id={user.id} text={`@${user.username}`} />{' '}
            {user.admin ? <span class="tag">administrator</span> : null}
            {user.state === 'active' ? null : <span class="tag">{String(user.state)}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

interface InGroup {
  readonly group: Row
  readonly groups: readonly Row[]
  readonly projects: readonly Row[]
}

function Group({ group, groups, projects }: InGroup) {
  return (
    <li>
      <RowLink table="groups" id={group.id} text={titleOf(group)} />{' '}
      <span class="tag">{String(group.visibility)}</span>
      <ul>
        {groups
          .filter(({ parentId }) => parentId === group.id)
          .map((child) => (
            <Group key={child.id} group={child} groups={groups} projects={projects} />
          ))}
        {projects
          .filter((project) => isOf(project, 'group', group.id))
          .map((project) => (
            <Project key={project.id} project={project} />
          ))}
      </ul>
    </li>
  )
}

function Project({ project }: { readonly project: Row }) {
  return (
    <li>
      <RowLink table="projects" id={project.id} text={titleOf(project)} />{' '}
      <span class="tag">{String(project.visibility)}</span>
      {project.archived ? <span class="tag">archived</span> : null}
    </li>
  )
}

function isOf({ namespaceKind, namespaceId }: Row, kind: 'user' | 'group', id: unknown): boolean {
  return namespaceKind === kind && namespaceId === id
}
