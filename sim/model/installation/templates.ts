/** A file that projects begin with. */
export interface Template {
  readonly key: string
  readonly name: string
  readonly content: string
}

/** A licence, with its permissions, conditions and limitations. */
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
      'Android',
      lines('image: gradle:jdk17', 'test:', '  script:', '    - ./gradlew lint', '    - ./gradlew test'),
    ),
    named(
      'Autoconf',
      lines(
        'image: gcc:latest',
        'test:',
        '  script:',
        '    - autoreconf -i',
        '    - ./configure',
        '    - make check',
      ),
    ),
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
    named('C++', lines('image: gcc:latest', 'test:', '  script:', '    - g++ *.cpp -o app', '    - ./app')),
    named(
      'Clojure',
      lines('image: clojure:lein', 'test:', '  script:', '    - lein deps', '    - lein test'),
    ),
    named(
      'Composer',
      lines('image: composer:latest', 'test:', '  script:', '    - composer install', '    - composer test'),
    ),
    named(
      'Crystal',
      lines(
        'image: crystallang/crystal:latest',
        'test:',
        '  script:',
        '    - shards install',
        '    - crystal spec',
      ),
    ),
    named('Dart', lines('image: dart:stable', 'test:', '  script:', '    - dart pub get', '    - dart test')),
    named(
      'Django',
      lines(
        'image: python:latest',
        'test:',
        '  script:',
        '    - pip install -r requirements.txt',
        '    - python manage.py test',
      ),
    ),
    named(
      'Docker',
      lines('image: docker:cli', 'test:', '  script:', '    - docker build -t "$CI_REGISTRY_IMAGE" .'),
    ),
    named(
      'Elixir',
      lines('image: elixir:latest', 'test:', '  script:', '    - mix deps.get', '    - mix test'),
    ),
    named('Erlang', lines('image: erlang:latest', 'test:', '  script:', '    - rebar3 eunit')),
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
    named('Gradle', lines('image: gradle:alpine', 'test:', '  script:', '    - gradle check')),
    named('Haskell', lines('image: haskell:latest', 'test:', '  script:', '    - cabal test')),
    named(
      'Julia',
      lines(
        'image: julia:latest',
        'test:',
        '  script:',
        '    - julia --project=. -e "import Pkg; Pkg.test()"',
      ),
    ),
    named(
      'Laravel',
      lines('image: php:latest', 'test:', '  script:', '    - composer install', '    - php artisan test'),
    ),
    named('LaTeX', lines('image: texlive/texlive:latest', 'test:', '  script:', '    - latexmk -pdf')),
    named('Maven', lines('image: maven:latest', 'test:', '  script:', '    - mvn verify')),
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
    named('PHP', lines('image: php:latest', 'test:', '  script:', '    - vendor/bin/phpunit')),
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
    named('R', lines('image: r-base:latest', 'test:', '  script:', '    - R CMD check .')),
    named(
      'Ruby',
      lines('image: ruby:latest', 'test:', '  script:', '    - bundle install', '    - bundle exec rake'),
    ),
    named('Rust', lines('image: rust:latest', 'test:', '  script:', '    - cargo test')),
    named('Scala', lines('image: sbtscala/scala-sbt:latest', 'test:', '  script:', '    - sbt test')),
    named('Swift', lines('image: swift:latest', 'test:', '  script:', '    - swift test')),
    named(
      'Terraform',
      lines(
        'image: hashicorp/terraform:latest',
        'test:',
        '  script:',
        '    - terraform init',
        '    - terraform validate',
      ),
    ),
  ],
}

const WARRANTY =
  'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.'

/** Short licences, by name; what stands in brackets is filled in. */
export const licences: readonly LicenceTemplate[] = [
  {
    key: 'bsd-2-clause',
    name: 'BSD 2-Clause "Simplified" License',
    popular: false,
    sourceUrl: 'https://spdx.org/licenses/BSD-2-Clause.html',
    description: 'Permissive; asks for the copyright and its own text in copies of source and of programs.',
    conditions: ['include-copyright'],
    permissions: ['commercial-use', 'modifications', 'distribution', 'private-use'],
    limitations: ['liability', 'warranty'],
    content: lines(
      'BSD 2-Clause License',
      '',
      'Copyright (c) [year], [fullname]',
      '',
      'Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following conditions are met:',
      '',
      '1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following disclaimer.',
      '',
      '2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following disclaimer in the documentation and/or other materials provided with the distribution.',
      '',
      'THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.',
    ),
  },
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
export function fillLicence(
  licence: LicenceTemplate,
  year: number,
  holder: string | undefined,
): LicenceTemplate {
  const dated = licence.content.replaceAll('[year]', () => `${year}`)
  return { ...licence, content: holder === undefined ? dated : dated.replaceAll('[fullname]', () => holder) }
}
