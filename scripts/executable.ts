// Builds one file that has Node and everything of the package in it, and an image that has this file alone.
import { join } from 'node:path'
import { argumentsOf } from './arguments.ts'
import { buildExecutable } from './executable/build.ts'
import { buildImage, layRoot } from './executable/image.ts'
import { say } from './executable/say.ts'
import { tryExecutable } from './executable/try-executable.ts'
import { tryImage } from './executable/try-image.ts'
import { inRoot } from './root.ts'

const { values } = argumentsOf({
  command: 'npm run executable --',
  says: 'Builds dist/executable/forgery for this platform, a single file that needs neither Node nor npm.',
  options: {
    image: {
      type: 'boolean',
      about: 'also builds an image from scratch, with buildah: dist/executable/image.tar, for docker load',
    },
    test: {
      type: 'boolean',
      about: 'tries what was built: every command, the start, the image in a container',
    },
  },
})

const folder = inRoot('dist', 'executable')
const executable = join(folder, 'forgery')
await buildExecutable(executable)
if (values.test) await tryExecutable(executable)
if (values.image) {
  const context = join(folder, 'root')
  layRoot(executable, context)
  const archive = join(folder, 'image.tar')
  if (buildImage(context, archive) && values.test) await tryImage(archive)
}
say('done')
