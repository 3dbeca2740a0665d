/**
 * Texts in the order of the numbers in them, as a list whose members are compared one by one: `v1.2.0` before `v1.10.0`, and
 * a pre-release before its release. What is missing counts as zero beside a number, and comes after letters: 1.0-rc1 is
 * older than 1.0. So zeros wait for what follows them.
 */
export function versionTextKey(text: string): (number | string)[] {
  const key: (number | string)[] = []
  let zeros = 0
  for (const part of partsOf(text)) {
    if (!/^\d/.test(part)) key.push(LETTERS, zeros, part)
    else {
      const digits = part.replace(/^0+/, '')
      if (digits === '') {
        zeros++
        continue
      }
      key.push(NUMBER, -zeros, digits.length, digits)
    }
    zeros = 0
  }
  key.push(END, text)
  return key
}

const [LETTERS, END, NUMBER] = [0, 1, 2]

function partsOf(text: string): string[] {
  return text.replace(/^v(?=\d)/i, '').match(/\d+|[a-z]+/gi) ?? []
}
