import { metadataEntity, versionEntity } from '../../entities/installation.ts'
import { changed } from '../../lib/dialect.ts'
import { instanceOf } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'

// Plugins ask for the release before they do anything else.
const tellsItself = changed('access-tokens#later-ai-features', {
  before: ['read_user'] as const,
  after: ['read_user', 'ai_features'] as const,
})

export const getVersion = operation(
  {
    method: 'GET',
    path: '/version',
    summary: 'Get the version of the instance',
    scopes: tellsItself,
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
    scopes: tellsItself,
    answers: { one: metadataEntity },
    beyond: true,
  },
  ({ world }) => instanceOf(world),
)
