/** A file that projects begin with. */
export interface Template {
  readonly key: string
  readonly name: string
  readonly content: string
}

/** What licences let people do, and on which conditions. */
export interface LicenceTemplate extends Template {
  readonly popular: boolean
  readonly sourceUrl: string
  readonly description: string
  readonly conditions: readonly string[]
  readonly permissions: readonly string[]
  readonly limitations: readonly string[]
}

export type TemplateKind = 'gitignores' | 'dockerfiles' | 'gitlab_ci_ymls'

const lines = (...text: readonly string[]) => `${text.join('\n')}\n`
const named = (name: string, content: string): Template => ({ key: name, name, content })

/** The files that the installation offers, by name. */
export const templates: { readonly [kind in TemplateKind]: readonly Template[] } = {
  gitignores: [
    named('C++', lines('# Built files', '*.o', '*.so', '*.a', '*.exe', 'build/')),
    named('Go', lines('# Built files', '*.test', '*.out', '/bin/', '# Work spaces', 'go.work')),
    named('Java', lines('# Built files', '*.class', '*.jar', '*.war', 'target/', '.gradle/')),
    named('Node', lines('# Installed packages', 'node_modules/', '# Built files', 'dist/', '*.log', '.env')),
    named('Python', lines('# Compiled files', '__pycache__/', '*.py[cod]', '# Environments', '.venv/')),
    named('Ruby', lines('# Installed gems', '/.bundle/', '/vendor/bundle/', '*.gem', '/coverage/')),
    named('Rust', lines('# Built files', '/target/', '**/*.rs.bk')),
  ],
  dockerfiles: [
    named(
      'Golang',
      lines('FROM golang:alpine', 'WORKDIR /src', 'COPY . .', 'RUN go build -o /app', 'CMD ["/app"]'),
    ),
    named(
      'Node',
      lines(
        'FROM node:alpine',
        'WORKDIR /app',
        'COPY . .',
        'RUN npm ci',
        'EXPOSE 8080',
        'CMD ["npm", "start"]',
      ),
    ),
    named(
      'Python',
      lines(
        'FROM python:alpine',
        'WORKDIR /app',
        'COPY . .',
        'RUN pip install -r requirements.txt',
        'CMD ["python", "main.py"]',
      ),
    ),
    named(
      'Ruby',
      lines('FROM ruby:alpine', 'WORKDIR /app', 'COPY . .', 'RUN bundle install', 'CMD ["ruby", "main.rb"]'),
    ),
  ],
  gitlab_ci_ymls: [
    named(
      'Bash',
      lines(
        'build:',
        '  stage: build',
        '  script:',
        '    - ./build.sh',
        'test:',
        '  stage: test',
        '  script:',
        '    - ./test.sh',
      ),
    ),
    named(
      'Go',
      lines(
        'image: golang:latest',
        'test:',
        '  stage: test',
        '  script:',
        '    - go vet ./...',
        '    - go test ./...',
      ),
    ),
    named(
      'Nodejs',
      lines(
        'image: node:latest',
        'cache:',
        '  paths:',
        '    - node_modules/',
        'test:',
        '  script:',
        '    - npm ci',
        '    - npm test',
      ),
    ),
    named(
      'Python',
      lines(
        'image: python:latest',
        'test:',
        '  script:',
        '    - pip install -r requirements.txt',
        '    - python -m unittest',
      ),
    ),
    named(
      'Ruby',
      lines('image: ruby:latest', 'test:', '  script:', '    - bundle install', '    - bundle exec rake'),
    ),
  ],
}

const WARRANTY =
  'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.'

/** Short licences, by name; what stands in brackets is filled in. */
export const licences: readonly LicenceTemplate[] = [
  {
    key: 'isc',
    name: 'ISC License',
    popular: false,
    sourceUrl: 'https://spdx.org/licenses/ISC.html',
    description: 'Short and permissive; asks for nothing but its own text in copies.',
    conditions: ['include-copyright'],
    permissions: ['commercial-use', 'distribution', 'modifications', 'private-use'],
    limitations: ['liability', 'warranty'],
    content: lines(
      'ISC License',
      '',
      'Copyright (c) [year] [fullname]',
      '',
      'Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.',
      '',
      'THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.',
    ),
  },
  {
    key: 'mit',
    name: 'MIT License',
    popular: true,
    sourceUrl: 'https://spdx.org/licenses/MIT.html',
    description: 'Short and permissive; asks for the copyright and its own text in copies.',
    conditions: ['include-copyright'],
    permissions: ['commercial-use', 'modifications', 'distribution', 'private-use'],
    limitations: ['liability', 'warranty'],
    content: lines(
      'MIT License',
      '',
      'Copyright (c) [year] [fullname]',
      '',
      'Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:',
      '',
      'The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.',
      '',
      WARRANTY,
    ),
  },
]

/** The text of a licence for a year and, where it is known, a holder. */
export function filledLicence(
  licence: LicenceTemplate,
  year: number,
  holder: string | undefined,
): LicenceTemplate {
  const dated = licence.content.replaceAll('[year]', `${year}`)
  return { ...licence, content: holder === undefined ? dated : dated.replaceAll('[fullname]', holder) }
}
