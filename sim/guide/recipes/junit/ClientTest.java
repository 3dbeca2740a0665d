import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClientTest {
    @RegisterExtension
    final ForgeryWorld world = new ForgeryWorld();

    @Test
    void changesStayInTheirTest() throws Exception {
        assertEquals(204, world.api("DELETE", "/projects/1/milestones/5", "").statusCode());
        assertEquals(404, world.api("GET", "/projects/1/milestones/5", "").statusCode());
    }

    @Test
    void everythingIsAsItWas() throws Exception {
        assertEquals(200, world.api("GET", "/projects/1/milestones/5", "").statusCode());
    }

    @Test
    void theClockIsMoved() throws Exception {
        world.control("POST", "clock", "{\"set\": \"2024-06-01T00:00:00Z\"}");
        String issue = world.api("POST", "/projects/1/issues", "{\"title\": \"From June\"}").body();
        assertTrue(issue.contains("\"created_at\":\"2024-06-01"), issue);
    }

    @Test
    void aFaultStrikesOnce() throws Exception {
        world.control("POST", "faults", "{\"path\": \"/user\", \"status\": 503, \"times\": 1}");
        assertEquals(503, world.api("GET", "/user", "").statusCode());
        assertEquals(200, world.api("GET", "/user", "").statusCode());
    }

    @Test
    void aWebhookIsReceived() throws Exception {
        var received = new CompletableFuture<String>();
        var receiver = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        receiver.createContext("/", exchange -> {
            received.complete(new String(exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        String hook = "{\"url\": \"http://127.0.0.1:" + receiver.getAddress().getPort() + "\", \"issues_events\": true}";
        assertEquals(201, world.api("POST", "/projects/1/hooks", hook).statusCode());
        world.api("POST", "/projects/1/issues", "{\"title\": \"The till is stuck\"}");
        String payload = received.get(10, TimeUnit.SECONDS);
        receiver.stop(0);
        assertTrue(payload.contains("The till is stuck"), payload);
    }

    @Test
    void oneRequestIsMadeForAPage() throws Exception {
        world.api("GET", "/projects/1/milestones?per_page=100", "");
        String entries = world.control("GET", "requests?path=/projects/*&status=2xx", "").body();
        assertEquals(1, entries.split("\"path\"", -1).length - 1, entries);
    }
}
