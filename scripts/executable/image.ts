import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRoot } from '../root.ts'
import { say } from './say.ts'

/** The user that runs the executable, as `Dockerfile` and `kubernetes.yaml` name it. */
const USER = 1000
/** What the image is called once it is loaded. */
export const IMAGE = 'forgery:latest'

/** Lays the root folder of an image: the executable, the libraries that it links, one user and their licences. */
export function layRoot(executable: string, root: string): void {
  rmSync(root, { recursive: true, force: true })
  for (const folder of ['etc', 'tmp']) mkdirSync(join(root, folder), { recursive: true })
  cpSync(executable, join(root, 'forgery'))
  cpSync(join(dirname(executable), 'LICENSES.txt'), join(root, 'LICENSES.txt'))
  for (const library of linkedBy(executable))
    cpSync(library, join(root, library), { dereference: true, recursive: true })
  writeFileSync(join(root, 'etc', 'passwd'), `forgery:x:${USER}:${USER}::/tmp:/forgery\n`)
  writeFileSync(join(root, 'etc', 'group'), `forgery:x:${USER}:\n`)
  // Names are looked up as elsewhere: in the file of hosts first.
  writeFileSync(join(root, 'etc', 'nsswitch.conf'), 'hosts: files dns\n')
}

/** Files of libraries, the loader among them. */
function linkedBy(executable: string): string[] {
  const told = execFileSync('ldd', [executable], { encoding: 'utf8' })
  return [...told.matchAll(/(?:=> |^\s+)(\/\S+)/gm)].map(([, path]) => path as string)
}

/** Builds the image as an archive that `docker load` and `podman load` read. False where it cannot be built here. */
export function buildImage(context: string, archive: string): boolean {
  if (spawnSync('buildah', ['--version']).status !== 0) {
    say(
      `skipped the image: there is no buildah (apt-get install buildah); docker build -f scripts/deploy/Dockerfile ${context}`,
    )
    return false
  }
  rmSync(archive, { force: true })
  const dockerfile = inRoot('scripts', 'deploy', 'Dockerfile')
  // Only the format of Docker has health checks.
  buildah(
    'build',
    '--format',
    'docker',
    '--isolation',
    'chroot',
    '--quiet',
    '--tag',
    IMAGE,
    '--file',
    dockerfile,
    context,
  )
  buildah('push', '--quiet', IMAGE, `docker-archive:${archive}:${IMAGE}`)
  buildah('rmi', IMAGE)
  say(`built ${archive}, ${IMAGE}`)
  return true
}

/** Runs buildah with a store that works without mounts of its own kind. Returns what it prints. */
export function buildah(...args: readonly string[]): string {
  const env = { ...process.env, STORAGE_DRIVER: 'vfs' }
  return execFileSync('buildah', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}
