import { check } from '../../kit/check.ts'
import { answers, equals, has, says, textIn } from '../../kit/expect.ts'

const licence = 'GET /templates/licenses/:name'

export const licenseTemplates = check({
  id: 'installation/license-templates',
  says: 'A licence template has the year and the given name filled in, and an unknown licence answers 404',
  source: 'installation#license-template, installation#license-template-unknown',
  level: 'should',
  covers: [licence],
  needs: { project: 'none', found: true },
  holds: async ({ call }) => {
    const reply = await call(licence, { name: 'mit', fullname: 'Nobody In Particular' })
    answers(reply, 200)
    const content = textIn(reply.row(), 'content')
    equals('that it names them', content.includes('Nobody In Particular'), true, reply)
    equals('that it leaves gaps', /\[(?:year|fullname)\]/.test(content), false, reply)
    says(await call(licence, { name: 'none-such' }), 404, '404 License Not Found')
  },
})

const descriptions = 'GET /projects/:id/templates/:type'

export const descriptionTemplates = check({
  id: 'installation/description-templates',
  says: 'The description templates of a project are the Markdown files in the template folder of its default branch, named without their extension',
  source: 'installation#description-templates, installation#project-templates',
  level: 'should',
  covers: [descriptions, `${descriptions}/:template_name`],
  needs: { repository: true },
  holds: async ({ call, project }) => {
    const { id, branch } = project
    const file_path = '.gitlab/issue_templates/Bug.md'
    const file = { id, branch, file_path, content: 'What happened?', commit_message: 'Ask' }
    answers(await call('POST /projects/:id/repository/files/:file_path', file), 201)
    const list = await call(descriptions, { id, type: 'issues' })
    equals('the names', list.rows(), [{ key: 'Bug', name: 'Bug' }], list)
    const one = await call(`${descriptions}/:template_name`, { id, type: 'issues', template_name: 'Bug' })
    answers(one, 200)
    has(one.row(), { name: 'Bug', content: 'What happened?' }, one)
  },
})
