import type { Project } from '../model/projects/project.ts'
import { entity, type Fields, integer, nullable, text, timestamp } from './entity.ts'

/** The fields of a project in its export and import status. */
export const projectSummary: Fields<Project> = {
  id: integer((project) => project.id),
  description: nullable(text((project) => project.description as string)),
  name: text((project) => project.name),
  name_with_namespace: text((project) => project.fullName),
  path: text((project) => project.path),
  path_with_namespace: text((project) => project.fullPath),
  created_at: timestamp((project) => project.createdAt),
}

/** A project as jobs and lists of things to do name it. */
export const projectIdentityEntity = entity<Project>('ProjectIdentity', projectSummary)
