import java.io.FileReader;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes a message to a topic and reads it from its beginning, with a file of properties. Arguments: the file and the topic. */
public class TryLogin {
  public static void main(String[] arguments) throws Exception {
    Properties login = new Properties();
    login.load(new FileReader(arguments[0]));
    try (KafkaProducer<String, String> producer = new KafkaProducer<>(login, new StringSerializer(), new StringSerializer())) {
      producer.send(new ProducerRecord<>(arguments[1], "{}")).get();
    }
    login.setProperty("auto.offset.reset", "earliest");
    try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(login, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of(arguments[1]));
      while (true) consumer.poll(Duration.ofSeconds(1)).forEach(message -> System.out.println(message.value()));
    }
  }
}
