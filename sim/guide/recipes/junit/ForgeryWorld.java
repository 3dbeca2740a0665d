import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One server for all tests, and a world for each. Where a test fails, what was refused is told, and why. */
class ForgeryWorld implements BeforeEachCallback, AfterEachCallback {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static String server;

    private String url;

    private static synchronized String server() throws Exception {
        if (server != null) return server;
        Path ready = Files.createTempDirectory("forgery").resolve("ready");
        Process process = new ProcessBuilder("npx", "forgery", "serve", "--port", "0", "--dialect", "real",
                "--log", "silent", "--exit-with-parent", "--ready-file", ready.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        while (!Files.exists(ready) || Files.size(ready) == 0) {
            if (!process.isAlive()) throw new IOException("the simulator ended");
            Thread.sleep(50);
        }
        server = Files.readString(ready).strip();
        return server;
    }

    @Override
    public void beforeEach(ExtensionContext test) throws Exception {
        String name = test.getRequiredTestMethod().getName();
        send("POST", server() + "/_forgery/worlds", "{\"name\": \"" + name + "\"}");
        url = server() + "/w/" + name;
    }

    @Override
    public void afterEach(ExtensionContext test) throws Exception {
        if (test.getExecutionException().isEmpty()) return;
        String entries = control("GET", "requests?direction=in&status=4xx", "").body();
        for (var id = Pattern.compile("\"id\": (\\d+)").matcher(entries); ; ) {
            if (!id.find()) return;
            System.err.println(control("GET", "requests/" + id.group(1) + "/why", "").body());
        }
    }

    /** Calls the API. */
    HttpResponse<String> api(String method, String path, String body) throws Exception {
        return send(method, url + "/api/v4" + path, body);
    }

    /** Calls the control API of this world. */
    HttpResponse<String> control(String method, String path, String body) throws Exception {
        return send(method, url + "/_forgery/" + path, body);
    }

    private static HttpResponse<String> send(String method, String address, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(address))
                .header("PRIVATE-TOKEN", "alice-token")
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
