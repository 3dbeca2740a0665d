import { check } from '../../kit/check.ts'
import { answers, has } from '../../kit/expect.ts'

const APPEARANCE = '/application/appearance'

export const appearance = check({
  id: 'installation/appearance',
  says: 'An update of the appearance shows the texts that were sent, and an invalid colour is refused with 400 and changes nothing',
  source: 'installation#appearance, installation#appearance-color',
  level: 'should',
  covers: [`GET ${APPEARANCE}`, `PUT ${APPEARANCE}`],
  holds: async (stage) => {
    const { call } = stage
    if (!stage.goesBack || !stage.has('admin'))
      return stage.skip('what the installation says cannot be put back')
    const as = { as: 'admin' } as const
    const known = (await call(`GET ${APPEARANCE}`, {}, as)).row()
    const told = Object.fromEntries(
      Object.entries(known).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, name.endsWith('_color') ? '#123456' : `${name} told`]] : [],
      ),
    )
    const set = await call(`PUT ${APPEARANCE}`, { ...told, email_header_and_footer_enabled: true }, as)
    answers(set, 200)
    has(set.row(), { ...told, email_header_and_footer_enabled: true }, set)
    answers(await call(`PUT ${APPEARANCE}`, { message_font_color: 'red' }, as), 400)
    has((await call(`GET ${APPEARANCE}`, {}, as)).row(), told)
  },
})
