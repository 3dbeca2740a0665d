require 'gitlab'
require 'json'
require 'net/http'
require 'open3'
require 'tmpdir'

# The world of one example: `url` for clients, `control` for the example.
World = Struct.new(:url) do
  def client
    Gitlab.client(endpoint: "#{url}/api/v4", private_token: 'alice-token')
  end

  def control(path, body = nil)
    uri = URI("#{url}/_forgery/#{path}")
    JSON.parse(body ? Net::HTTP.post(uri, body.to_json).body : Net::HTTP.get(uri))
  end
end

RSpec.configure do |config|
  config.before(:suite) do
    ready = File.join(Dir.mktmpdir, 'ready')
    serve = %w[npx forgery serve --port 0 --dialect real --log silent --exit-with-parent --ready-file]
    # It ends when this process lets go of its standard input.
    $input, _output, server = Open3.popen2(*serve, ready)
    sleep 0.05 until File.size?(ready) || !server.alive?
    $server = File.read(ready).strip
  end

  config.around do |example|
    name = example.description.gsub(/\W+/, '-')[0, 63]
    Net::HTTP.post(URI("#{$server}/_forgery/worlds"), { name: name }.to_json)
    @world = World.new("#{$server}/w/#{name}")
    example.run
    next unless example.exception

    # What was refused, and why.
    @world.control('requests?direction=in&status=4xx').each do |entry|
      why = @world.control("requests/#{entry['id']}/why")
      warn "#{entry['method']} #{entry['path']}: #{why['because']}"
    end
  end
end
