import com.github.tjake.jlama.model.ModelSupport;
import com.github.tjake.jlama.model.functions.Generator;
import com.github.tjake.jlama.safetensors.DType;
import java.io.File;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;

/**
 * Jlama's own HTTP side for one model, on 127.0.0.1: {@code JlamaServer.java DIRECTORY PORT}. Started from its source, as
 * Jlama's class files are newer than those of this project.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@ComponentScan("com.github.tjake.jlama.net.openai")
public class JlamaServer {

    @Bean
    Generator generator() {
        return ModelSupport.loadModel(new File(System.getProperty("model")), DType.F32, DType.I8);
    }

    public static void main(String[] args) {
        System.setProperty("model", args[0]);
        new SpringApplicationBuilder(JlamaServer.class)
                .web(WebApplicationType.SERVLET)
                .run("--server.address=127.0.0.1", "--server.port=" + args[1]);
    }
}
