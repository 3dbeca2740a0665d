import { metadataEntity, versionEntity } from '../../entities/installation.ts'
import { changed } from '../../lib/dialect.ts'
import { instanceOf } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'

export const getVersion = operation(
  {
    method: 'GET',
    path: '/version',
    summary: 'Get the version of the instance',
    scopes: ['read_user'],
    answers: changed('installation#later-version', {
      before: { one: versionEntity },
      after: { one: metadataEntity },
    }),
    beyond: true,
  },
  ({ world }) => instanceOf(world),
)

export const getMetadata = operation(
  {
    method: 'GET',
    path: '/metadata',
    summary: 'Get the metadata of the instance',
    scopes: ['read_user'],
    answers: { one: metadataEntity },
    beyond: true,
  },
  ({ world }) => instanceOf(world),
)
