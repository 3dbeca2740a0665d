/** The version of the layout; an archive of another one is refused. */
export const ARCHIVE_VERSION = '0.2.4'

/** Where things stand in an archive. */
export const places = {
  version: 'VERSION',
  tree: 'tree',
  project: 'tree/project.json',
  relation: (name: string) => `tree/project/${name}.ndjson`,
  /** One file for all, as releases before 13 wrote it. */
  legacy: 'project.json',
  repository: 'project.bundle',
  wiki: 'project.wiki.bundle',
  snippets: 'snippets',
} as const

/** A file of an archive, or a folder. */
export interface Entry {
  readonly path: string
  /** Undefined for a folder. */
  readonly bytes?: Uint8Array
}
