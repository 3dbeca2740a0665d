import type { World } from './world.ts'

/** The error of a value that is already taken. */
export const TAKEN = 'has already been taken'
export const BLANK = "can't be blank"

const PATH = /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/
const NAME =
  /^[\p{L}\p{N}\p{Extended_Pictographic}_](?:[\p{L}\p{N}\p{Pd}\p{Extended_Pictographic}_.+ ]|\u200d|\ufe0f)*$/u
const GROUP_NAME =
  /^[\p{L}\p{N}\p{Extended_Pictographic}_](?:[\p{L}\p{N}\p{Pd}\p{Extended_Pictographic}_.() ]|\u200d|\ufe0f)*$/u

/** Texts for what is wrong with the path of a user or a group. */
export function namespacePathErrors(path: string): string[] {
  if (path === '') return [BLANK]
  if (isLonger(path, 255)) return [tooLong(255)]
  if (PATH.test(path) && !/\.(?:git|atom)?$/.test(path)) return []
  return [
    "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.",
  ]
}

/** Texts for what is wrong with the path of a project. */
export function projectPathErrors(path: string): string[] {
  if (path === '') return [BLANK]
  if (isLonger(path, 255)) return [tooLong(255)]
  if (PROJECT_PATHS.has(path)) return [`${path} is a reserved name`]
  if (PATH.test(path) && !/\.(?:git|atom)$/.test(path)) return []
  return [
    "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'",
  ]
}

/** What is wrong with the path of an imported project that is otherwise fine. */
export function importedPathError(path: string): string | undefined {
  if (!/^[._-]|[._-]$|[._-]{2}/.test(path)) return undefined
  return 'must not start or end with a special character and must not contain consecutive special characters.'
}

/** Words that follow a project's path in the service's own addresses. */
const PROJECT_PATHS = new Set([
  '-',
  'badges',
  'blame',
  'blob',
  'builds',
  'commits',
  'create',
  'create_dir',
  'edit',
  'files',
  'find_file',
  'new',
  'preview',
  'raw',
  'refs',
  'tree',
  'update',
  'wikis',
])

/** Texts for what is wrong with the name of a project. */
export function projectNameErrors(name: string): string[] {
  if (name.trim() === '') return [BLANK]
  if (isLonger(name, 255)) return [tooLong(255)]
  if (NAME.test(name)) return []
  return [
    "can contain only letters, digits, emojis, '_', '.', '+', dashes, or spaces. It must start with a letter, digit, emoji, or '_'.",
  ]
}

/** Texts for what is wrong with the name of a group. */
export function groupNameErrors(name: string): string[] {
  if (name.trim() === '') return [BLANK]
  if (isLonger(name, 255)) return [tooLong(255)]
  if (GROUP_NAME.test(name)) return []
  return [
    "can contain only letters, digits, emojis, '_', '.', dash, space, parenthesis. It must start with letter, digit, emoji or '_'.",
  ]
}

/** Counts characters as people do, those beyond the basic plane too. */
export function isLonger(text: string | null | undefined, most: number): boolean {
  if (text == null || text.length <= most) return false
  // A character is two units of a text at most.
  return text.length > 2 * most || [...text].length > most
}

export function tooLong(limit: number): string {
  return `is too long (maximum is ${limit} characters)`
}

/** The default path for a name: lower case, with dashes for anything but letters and digits. */
export function pathFrom(name: string): string {
  const plain = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
}

/** True when a group or a user has the path; their namespaces share one set of names. */
export function namespaceTaken(world: World, fullPath: string, self?: { readonly id: number }): boolean {
  const path = fullPath.toLowerCase()
  const group = world.groups.find('byFullPath', path)
  if (group !== undefined && group.id !== self?.id) return true
  const user = world.users.find('byUsername', path)
  return user !== undefined && user.namespaceId !== self?.id
}
