import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, textIn } from '../../kit/expect.ts'

const RENDER = 'POST /markdown'

export const markdown = check<readonly [string, string]>({
  id: 'installation/markdown',
  says: 'Rendered Markdown is HTML without scripts',
  source: 'installation#markdown, installation#markdown-safe',
  level: 'should',
  covers: [RENDER],
  each: () => [
    ['**bold**', '<strong>bold</strong>'],
    ['1. one', '<li'],
    ['| a |\n|---|\n| b |', '<table'],
    ['~~gone~~', 'gone'],
    ['`code`', '<code>code</code>'],
    ['<script>alert(1)</script>', 'alert(1)'],
  ],
  holds: async ({ call }, [text, part]) => {
    const reply = await call(RENDER, { text })
    answers(reply, 201)
    const html = textIn(reply.row(), 'html')
    holds(html.includes(part), `HTML with ${part}`, html, reply)
    equals('that there is a script', html.includes('<script'), false, reply)
  },
})

export const markdownReferences = check({
  id: 'installation/markdown-references',
  says: 'References in rendered Markdown are links with `gfm=true`, and a project that the caller does not see answers 404',
  source: 'installation#markdown-references, installation#markdown-visibility',
  level: 'should',
  covers: [RENDER],
  needs: { project: 'private' },
  holds: async (stage) => {
    const { call, project } = stage
    const row = await issue(stage, { title: 'Referred to' })
    const text = `See #${String(row.iid)}`
    const shown = async (params: { gfm?: boolean; project?: string }, as: 'owner' | 'stranger' = 'owner') =>
      call(RENDER, { text, ...params }, { as })
    const linked = await shown({ gfm: true, project: project.path })
    answers(linked, 201)
    holds(linked.text.includes(`/issues/${String(row.iid)}`), 'a link to the issue', linked.text, linked)
    const plain = await shown({ project: project.path })
    equals('that it is linked', plain.text.includes('<a '), false, plain)
    if (stage.has('stranger')) answers(await shown({ gfm: true, project: project.path }, 'stranger'), 404)
  },
})
