import { tagNamed } from '../../model/branches/branches.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'

/** Always 404: tags created here are unsigned, and signatures of pushed tags are kept but not verified. */
export const getTagSignature = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/tags/:tag_name/signature',
    summary: 'Get the signature of a tag',
    auth: 'public',
    subject: 'project',
    needs: 'read_code',
    params: { tag_name: required(string({ about: 'Name of the tag' })) },
    dotted: ['tag_name'],
    answers: { value: { type: 'object' } },
    refuses: [404],
    beyond: true,
  },
  ({ world, project, params }) => {
    if (tagNamed(world, project, params.tag_name ?? '') === undefined) throw notFound('Tag')
    throw notFound('Signature')
  },
)
