import type { Steps } from '../lib/steps.ts'
import { removePackage, removePackageFile } from '../model/packages/packages.ts'
import type { World } from '../model/world.ts'
import type { Job } from '../time/schedule.ts'

/** Removes for good what was deleted from the package registry, step by step: a package, or a file. */
export function* cleanUpPackages(world: World, { packageId, fileId }: Job['args']): Steps<void> {
  const it = world.packages.get(Number(packageId ?? 0))
  if (it?.status === 'pending_destruction') yield* removePackage(world, it)
  const file = world.packageFiles.get(Number(fileId ?? 0))
  if (file?.status === 'pending_destruction') removePackageFile(world, file)
}
