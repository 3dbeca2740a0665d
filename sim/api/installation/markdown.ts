import { linkingStyle } from '../../entities/linked-text.ts'
import { markdownHtml } from '../../lib/markdown-html.ts'
import { projectAt } from '../../model/projects/project-paths.ts'
import { seesProject } from '../../policy/visible.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, required, string, withDefault } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'

export const renderMarkdown = operation(
  {
    method: 'POST',
    path: '/markdown',
    summary: 'Render Markdown text as HTML',
    params: {
      text: required(string({ about: 'Markdown; HTML in it is treated as text' })),
      gfm: withDefault(
        boolean({ about: 'Links references: `#1`, `!1`, `%1`, `@user`, `group/project#1`' }),
        false,
      ),
      project: string({ about: 'Path of the project that references are relative to' }),
    },
    answers: {
      status: 201,
      value: { type: 'object', properties: { html: { type: 'string' } }, required: ['html'] },
    },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller, params, view, now }) => {
    const project = params.project ? projectAt(world, params.project) : undefined
    if (params.project && (project === undefined || !seesProject(world, caller, project, now)))
      throw notFound('Project')
    return { html: markdownHtml(params.text ?? '', params.gfm ? linkingStyle(view, project) : {}) }
  },
)
